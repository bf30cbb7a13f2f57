//! Certificates and keys, good and bad.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use poker_protocol::v1::ErrorCode;
use rcgen::{CertificateParams, KeyPair, PKCS_RSA_SHA256, RsaKeySize, date_time_ymd};
use tempfile::TempDir;

use super::*;

#[test]
fn the_answer_to_plain_http_has_the_length_and_the_code_that_it_says() {
    let (head, body) = str::from_utf8(PLAIN).unwrap().split_once("\r\n\r\n").unwrap();
    assert!(head.ends_with(&format!("content-length: {}", body.len())), "{head}");
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["code"], serde_json::to_value(ErrorCode::HttpTlsRequired).unwrap());
}

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn certificate(&self) -> PathBuf {
        self.0.path().join("cert.pem")
    }

    fn key(&self) -> PathBuf {
        self.0.path().join("key.pem")
    }

    /// Writes both files, the key readable by its owner alone.
    fn write(&self, certificate: &str, key: &str) {
        fs::write(self.certificate(), certificate).unwrap();
        fs::write(self.key(), key).unwrap();
        self.allow(0o600);
    }

    fn allow(&self, mode: u32) {
        fs::set_permissions(self.key(), fs::Permissions::from_mode(mode)).unwrap();
    }

    fn load(&self) -> Result<Pair, PairError> {
        Pair::load(&self.certificate(), &self.key(), Timestamp::now())
    }

    #[track_caller]
    fn refuses(&self, word: &str) {
        let refused = self.load().err().expect("it is refused").to_string();
        assert!(refused.contains(word), "{refused}");
    }
}

fn certificate(key: &KeyPair) -> String {
    let params = CertificateParams::new(vec!["club.example".to_owned(), "::1".to_owned()]).unwrap();
    params.self_signed(key).unwrap().pem()
}

/// The SEC1 or PKCS#1 key inside PKCS#8: its last element.
fn unwrapped(key: &KeyPair, kind: &str) -> String {
    let whole = key.serialize_der();
    let inner = (0..whole.len() - 4).find_map(|at| {
        let (start, length) = match whole[at..at + 4] {
            [4, 0x82, high, low] => (at + 4, usize::from(high) << 8 | usize::from(low)),
            [4, 0x81, length, _] => (at + 3, usize::from(length)),
            [4, length @ 0..=0x7f, ..] => (at + 2, usize::from(length)),
            _ => return None,
        };
        (start + length == whole.len() && whole[start] == 0x30).then(|| &whole[start..])
    });
    let text = STANDARD.encode(inner.unwrap());
    format!("-----BEGIN {kind} PRIVATE KEY-----\n{text}\n-----END {kind} PRIVATE KEY-----\n")
}

#[test]
fn keys_of_each_form_are_read() {
    let place = Place::new();
    let curve = KeyPair::generate().unwrap();
    let rsa = KeyPair::generate_rsa_for(&PKCS_RSA_SHA256, RsaKeySize::_2048).unwrap();
    for (key, text) in [
        (&curve, curve.serialize_pem()),
        (&curve, unwrapped(&curve, "EC")),
        (&rsa, rsa.serialize_pem()),
        (&rsa, unwrapped(&rsa, "RSA")),
    ] {
        place.write(&certificate(key), &text);
        let pair = place.load().unwrap_or_else(|failure| panic!("{failure}"));
        assert!(pair.names("club.example") && pair.names("::1"));
        assert!(!pair.names("example") && !pair.names("127.0.0.1") && !pair.names("no name"));
    }
    for mode in [0o400, 0o440, 0o640] {
        place.allow(mode);
        assert!(place.load().is_ok(), "{mode:o}");
    }
}

#[test]
fn what_cannot_be_used_is_refused_by_name() {
    let place = Place::new();
    let (key, other) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let good = certificate(&key);
    place.refuses("cert.pem");
    place.write(&good, &other.serialize_pem());
    place.refuses("is not that of the certificate");
    place.write(&good, &good);
    place.refuses("holds no key");
    place.write(&key.serialize_pem(), &key.serialize_pem());
    place.refuses("holds no certificate");
    place.write("", &key.serialize_pem());
    place.refuses("holds no certificate");
    place.write(&good[..good.len() / 2], &key.serialize_pem());
    place.refuses("holds no certificate");
    let nonsense = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
    place.write(nonsense, &key.serialize_pem());
    place.refuses("holds no certificate");
    place.write(&good, &"x".repeat(2 << 20));
    place.refuses("more than a MiB");
    place.write(&good, &key.serialize_pem());
    for mode in [0o644, 0o604, 0o660, 0o601] {
        place.allow(mode);
        place.refuses("others may use this key");
    }
    fs::remove_file(place.key()).unwrap();
    place.refuses("key.pem");
    fs::create_dir(place.key()).unwrap();
    place.refuses("not a file");
    // A pipe without a writer must not block.
    fs::remove_file(place.certificate()).unwrap();
    let made = std::process::Command::new("mkfifo").arg(place.certificate()).status();
    assert!(made.unwrap().success());
    place.refuses("not a file");
}

#[test]
fn a_certificate_is_used_within_its_days_alone() {
    let place = Place::new();
    let key = KeyPair::generate().unwrap();
    for (from, until, word) in [(2000, 2001, "expired at 2001-01-01"), (2900, 2901, "from 2900-01-01")] {
        let mut params = CertificateParams::new(vec!["club.example".to_owned()]).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(from, 1, 1), date_time_ymd(until, 1, 1));
        place.write(&params.self_signed(&key).unwrap().pem(), &key.serialize_pem());
        place.refuses(word);
    }
}

#[test]
fn every_change_of_a_file_is_seen() {
    let place = Place::new();
    let key = KeyPair::generate().unwrap();
    place.write(&certificate(&key), &key.serialize_pem());
    let files = Files {
        certificate: place.certificate(),
        key: place.key(),
    };
    let before = files.stamps();
    assert_eq!(files.stamps(), before);
    place.allow(0o640);
    assert_ne!(files.stamps(), before, "rights");
    let before = files.stamps();
    let link = place.0.path().join("link");
    fs::rename(place.certificate(), place.0.path().join("cert1.pem")).unwrap();
    assert_eq!(files.stamps()[0], None);
    std::os::unix::fs::symlink("cert1.pem", &link).unwrap();
    fs::rename(&link, place.certificate()).unwrap();
    let linked = files.stamps();
    assert_ne!(linked, before);
    fs::copy(place.0.path().join("cert1.pem"), place.0.path().join("cert2.pem")).unwrap();
    std::os::unix::fs::symlink("cert2.pem", &link).unwrap();
    fs::rename(&link, place.certificate()).unwrap();
    assert_ne!(files.stamps(), linked, "a link to another file of the same length");
}
