//! Tests of tokens that are forged, worn out or of another kind: each is refused for the reason listed.

use aws_lc_rs::hmac;
use serde_json::{Value, json};

use super::*;

/// Base64 for URLs without padding.
fn base64(bytes: &[u8]) -> String {
    const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for symbol in 0..=chunk.len() {
            text.push(char::from(SYMBOLS[(bits >> (18 - 6 * symbol)) as usize & 63]));
        }
    }
    text
}

/// Signs any header and claims with any key.
fn sign(algorithm: hmac::Algorithm, key: &[u8], header: &str, claims: &str) -> String {
    let message = format!("{}.{}", base64(header.as_bytes()), base64(claims.as_bytes()));
    let tag = hmac::sign(&hmac::Key::new(algorithm, key), message.as_bytes());
    format!("{message}.{}", base64(tag.as_ref()))
}

const HEADER: &str = r#"{"typ":"at+jwt","alg":"HS256"}"#;

/// A house with two guests, an API token and a session that has ended.
struct Forger {
    house: House,
    good: SignedIn,
    claims: Value,
}

impl Forger {
    async fn new() -> Self {
        let house = House::new().await;
        let good = house.auth.guest("Ann", HOME).await.unwrap();
        let now = house.now();
        let claims = json!({
            "iss": "poker", "aud": "poker", "sub": good.identity.account.to_string(),
            "sid": good.identity.session.to_string(), "iat": now, "nbf": now, "exp": now + 900,
        });
        Self { house, good, claims }
    }

    /// A token signed with our key, whose claims differ in one point.
    fn with(&self, claim: &str, value: &Value) -> String {
        let mut claims = self.claims.clone();
        claims[claim] = value.clone();
        self.signed(HEADER, &claims.to_string())
    }

    fn without(&self, claim: &str) -> String {
        let mut claims = self.claims.clone();
        claims.as_object_mut().unwrap().remove(claim);
        self.signed(HEADER, &claims.to_string())
    }

    /// A token signed with our key, with any header.
    fn signed(&self, header: &str, claims: &str) -> String {
        sign(hmac::HMAC_SHA256, self.house.keys.current().bytes(), header, claims)
    }
}

#[tokio::test]
async fn the_forger_can_make_a_good_one() {
    // Without this check the tests below could pass for the wrong reason.
    let forger = Forger::new().await;
    let copy = forger.signed(HEADER, &forger.claims.to_string());
    assert_eq!(forger.house.who(&copy).await, Ok(forger.good.identity.account));
}

#[tokio::test]
async fn other_headers_are_refused() {
    let forger = Forger::new().await;
    let claims = forger.claims.to_string();
    let key = forger.house.keys.current().bytes();
    let mut tokens = vec![
        sign(hmac::HMAC_SHA384, key, r#"{"typ":"at+jwt","alg":"HS384"}"#, &claims),
        sign(hmac::HMAC_SHA512, key, r#"{"typ":"at+jwt","alg":"HS512"}"#, &claims),
        sign(hmac::HMAC_SHA512, key, HEADER, &claims),
    ];
    for none in ["none", "None", "NONE", "nOnE", ""] {
        let header = format!(r#"{{"typ":"at+jwt","alg":"{none}"}}"#);
        let signed = forger.signed(&header, &claims);
        let (message, _) = signed.rsplit_once('.').unwrap();
        tokens.extend([format!("{message}."), message.to_owned(), signed.clone()]);
    }
    for header in [
        r#"{"typ":"at+jwt","alg":"RS256"}"#,
        r#"{"typ":"at+jwt","alg":"ES256"}"#,
        r#"{"typ":"at+jwt","alg":"EdDSA"}"#,
        r#"{"typ":"at+jwt","alg":"hs256"}"#,
        r#"{"typ":"at+jwt","alg":["HS256"]}"#,
        r#"{"typ":"at+jwt"}"#,
        r#"{"alg":"HS256"}"#,
        r#"{"typ":"JWT","alg":"HS256"}"#,
        r#"{"typ":"AT+JWT","alg":"HS256"}"#,
        r#"{"typ":"refresh","alg":"HS256"}"#,
        r#"{"alg":"HS256","typ":"at+jwt"}"#,
        r#"{"typ":"at+jwt", "alg":"HS256"}"#,
        r#"{"typ":"at+jwt","alg":"HS256","alg":"none"}"#,
        r#"{"typ":"at+jwt","alg":"HS256","kid":"1"}"#,
        r#"{"typ":"at+jwt","alg":"HS256","kid":"../../../dev/null"}"#,
        r#"{"typ":"at+jwt","alg":"HS256","kid":"' OR 1=1 --"}"#,
        r#"{"typ":"at+jwt","alg":"HS256","jku":"https://example.org/keys"}"#,
        r#"{"typ":"at+jwt","alg":"HS256","x5u":"https://example.org/key"}"#,
        r#"{"typ":"at+jwt","alg":"HS256","jwk":{"kty":"oct","k":"AA"}}"#,
        r#"{"typ":"at+jwt","alg":"HS256","crit":["exp"]}"#,
        r#"{"typ":"at+jwt","alg":"HS256","b64":false}"#,
        r#"{"typ":"at+jwt","alg":"HS256","cty":"JWT"}"#,
        "{}",
        "[]",
        "null",
        "",
    ] {
        tokens.push(forger.signed(header, &claims));
    }
    assert!(tokens.len() >= 40, "{}", tokens.len());
    for token in tokens {
        assert_eq!(forger.house.who(&token).await, Err(AuthError::InvalidToken), "{token}");
    }
}

#[tokio::test]
async fn other_claims_are_refused() {
    let forger = Forger::new().await;
    let house = &forger.house;
    let now = house.now();
    let other = house.auth.guest("Bob", HOME).await.unwrap().identity;
    let bot = house
        .auth
        .create_bot_token(&other, "Bobbot", "", HOME)
        .await
        .unwrap()
        .identity;
    let over = house.auth.guest("Eve", HOME).await.unwrap().identity;
    house.auth.logout(over.session).await.unwrap();
    let invalid = AuthError::InvalidToken;
    let mut cases = Vec::new();
    for claim in ["iss", "aud", "sub", "sid", "iat", "nbf", "exp"] {
        cases.push((forger.without(claim), invalid.clone()));
        for value in [json!(null), json!(""), json!([]), json!({}), json!(true)] {
            cases.push((forger.with(claim, &value), invalid.clone()));
        }
    }
    for (claim, value) in [
        ("iss", json!("poker2")),
        ("iss", json!("Poker")),
        ("iss", json!(["poker"])),
        ("aud", json!("admin")),
        ("aud", json!(["poker", "admin"])),
        ("sub", json!(other.account.to_string())),
        ("sub", json!("00000000-0000-0000-0000-000000000000")),
        ("sub", json!(forger.good.identity.account.to_string().to_uppercase())),
        ("sub", json!("../account")),
        ("sid", json!(other.session.to_string())),
        ("sid", json!(bot.session.to_string())),
        ("sid", json!(SessionId::generate().to_string())),
        ("sid", json!("0")),
        ("iat", json!(now + 31)),
        ("iat", json!(now - 1)),
        ("nbf", json!(now + 31)),
        ("nbf", json!(i64::MAX)),
        ("exp", json!(now + 901)),
        ("exp", json!(i64::MAX)),
        ("exp", json!(u64::MAX)),
        ("exp", json!(1e300)),
        ("exp", json!((now + 900).to_string())),
        ("exp", json!(900.5)),
        ("exp", json!(-1)),
        ("admin", json!(true)),
        ("kind", json!("house")),
    ] {
        cases.push((forger.with(claim, &value), invalid.clone()));
    }
    for (claim, value) in [("exp", json!(now)), ("exp", json!(now - 1)), ("exp", json!(0))] {
        cases.push((forger.with(claim, &value), AuthError::ExpiredToken));
    }
    let doubled = forger.claims.to_string().replacen('{', r#"{"sub":"x","#, 1);
    cases.push((forger.signed(HEADER, &doubled), invalid.clone()));
    for claims in ["", "null", "[]", "7", "{", "\u{0}"] {
        cases.push((forger.signed(HEADER, claims), invalid.clone()));
    }
    let mut ended = forger.claims.clone();
    ended["sub"] = json!(over.account.to_string());
    ended["sid"] = json!(over.session.to_string());
    cases.push((forger.signed(HEADER, &ended.to_string()), AuthError::Revoked));

    assert!(cases.len() >= 70, "{}", cases.len());
    for (token, expected) in cases {
        assert_eq!(house.who(&token).await, Err(expected), "{token}");
    }
}

#[tokio::test]
async fn other_signatures_are_refused() {
    let forger = Forger::new().await;
    let good = &forger.good.access_token;
    let claims = forger.claims.to_string();
    let (message, signature) = good.rsplit_once('.').unwrap();
    let mut tokens = Vec::new();
    for key in [&[][..], &[0; 32], b"secret", b"poker", message.as_bytes()] {
        tokens.push(sign(hmac::HMAC_SHA256, key, HEADER, &claims));
    }
    // Tries every symbol of the signature and every bit of the last one, of which only some belong to the signature.
    for at in 0..signature.len() {
        let replacement = if signature.as_bytes()[at] == b'A' { "B" } else { "A" };
        let mut changed = signature.to_owned();
        changed.replace_range(at..=at, replacement);
        tokens.push(format!("{message}.{changed}"));
    }
    let last = signature.chars().last().unwrap();
    for symbol in ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['-', '_'])
        .filter(|symbol| *symbol != last)
    {
        tokens.push(format!("{message}.{}{symbol}", &signature[..signature.len() - 1]));
    }
    for changed in [
        String::new(),
        signature[..42].to_owned(),
        format!("{signature}="),
        format!("{signature}A"),
    ] {
        tokens.push(format!("{message}.{changed}"));
    }
    // Another guest's claims under this signature.
    let other = forger.house.auth.guest("Bob", HOME).await.unwrap().access_token;
    tokens.push(format!("{}.{signature}", other.rsplit_once('.').unwrap().0));
    assert!(tokens.len() > 100);
    for token in tokens {
        assert_eq!(forger.house.who(&token).await, Err(AuthError::InvalidToken), "{token}");
    }
}

#[tokio::test]
async fn other_texts_are_refused() {
    let forger = Forger::new().await;
    let good = &forger.good.access_token;
    let (header, rest) = good.split_once('.').unwrap();
    let bot = forger
        .house
        .auth
        .create_bot_token(&forger.good.identity, "Annbot", "", HOME)
        .await
        .unwrap();
    let texts = [
        String::new(),
        ".".to_owned(),
        "..".to_owned(),
        "...".to_owned(),
        header.to_owned(),
        format!("{header}."),
        format!("{header}.."),
        format!(".{rest}"),
        format!("{good}."),
        format!("{good}.{rest}"),
        format!(" {good}"),
        format!("{good} "),
        format!("{good}\n"),
        format!("Bearer {good}"),
        format!("\u{feff}{good}"),
        format!("{good}\0"),
        good.to_uppercase(),
        good.replace('.', ","),
        format!("{header}.{}", "A".repeat(1 << 20)),
        forger.good.refresh_token.clone(),
        "poker_api_".to_owned(),
        format!("poker_api_{}", "0".repeat(64)),
        bot.token.to_uppercase(),
        format!("{} ", bot.token),
        bot.token[..bot.token.len() - 1].to_owned(),
        bot.token.replacen("api", "refresh", 1),
        forger.claims.to_string(),
        "null".to_owned(),
        "é.é.é".to_owned(),
    ];
    for token in &texts {
        assert_eq!(
            forger.house.who(token).await,
            Err(AuthError::InvalidToken),
            "{token:.80}"
        );
        let refreshed = forger.house.auth.refresh(token, HOME).await;
        let is_refresh_token = *token == forger.good.refresh_token;
        assert_eq!(
            refreshed.err(),
            (!is_refresh_token).then_some(AuthError::InvalidToken),
            "{token:.80}"
        );
    }
    // Signed by the same house before its key was replaced.
    let other = House::new().await;
    assert_eq!(other.who(good).await, Err(AuthError::InvalidToken));
}
