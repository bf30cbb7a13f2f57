//! Encrypts messages so that only the subscribed browser can read them: RFC 8291, based on RFC 8188.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use aws_lc_rs::rand;

/// Length of a public key in bytes: an uncompressed P-256 point.
pub(crate) const POINT: usize = 65;
/// Length in bytes of the secret that a browser provides along with its key.
pub(crate) const SECRET: usize = 16;

/// Longest text in bytes: what services must accept, less the overhead.
pub(crate) const TEXT_MAX: usize = 3_000;

const SALT: usize = 16;
const KEY: usize = 16;
const NONCE: usize = 12;
/// The record size. One record contains the whole message.
const RECORD: u32 = 4096;
/// Delimiter after the text of the last record.
const LAST: u8 = 2;

/// The recipient of a message: the keys of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reader<'a> {
    /// The browser's public key.
    pub key: &'a [u8],
    /// The authentication secret that comes with the key.
    pub secret: &'a [u8],
}

/// A message could not be sealed: the key is not a point of the curve, or no randomness was available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message cannot be encrypted for this subscription")]
pub(crate) struct Unsealed;

impl From<Unspecified> for Unsealed {
    fn from(_: Unspecified) -> Self {
        Self
    }
}

/// Returns `true` if messages can be sealed for this recipient: its key is a point of the curve.
pub(crate) fn is_reader(reader: Reader<'_>) -> bool {
    reader.key.len() == POINT && reader.secret.len() == SECRET && seal(reader, b"").is_ok()
}

/// Seals a text with an ephemeral key and a random salt.
pub(crate) fn seal(reader: Reader<'_>, text: &[u8]) -> Result<Vec<u8>, Unsealed> {
    let mut salt = [0; SALT];
    rand::fill(&mut salt)?;
    seal_with(&PrivateKey::generate(&ECDH_P256)?, salt, reader, text)
}

/// The length of derived output, in bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(from: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unsealed> {
    let mut derived = [0; N];
    from.expand(info, Length(N))?.fill(&mut derived)?;
    Ok(derived)
}

fn seal_with(own: &PrivateKey, salt: [u8; SALT], reader: Reader<'_>, text: &[u8]) -> Result<Vec<u8>, Unsealed> {
    if text.len() > TEXT_MAX {
        return Err(Unsealed);
    }
    let public = own.compute_public_key()?;
    let public = public.as_ref();
    let theirs = UnparsedPublicKey::new(&ECDH_P256, reader.key);
    let shared: [u8; 32] = agree(own, theirs, Unsealed, |shared| {
        let shared = Salt::new(HKDF_SHA256, reader.secret).extract(shared);
        derive(&shared, &[b"WebPush: info\0", reader.key, public])
    })?;
    let keys = Salt::new(HKDF_SHA256, &salt).extract(&shared);
    let key: [u8; KEY] = derive(&keys, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; NONCE] = derive(&keys, &[b"Content-Encoding: nonce\0"])?;
    let mut record = Vec::with_capacity(text.len() + 1 + AES_128_GCM.tag_len());
    record.extend_from_slice(text);
    record.push(LAST);
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    cipher.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let mut message = salt.to_vec();
    message.extend_from_slice(&RECORD.to_be_bytes());
    message.push(u8::try_from(public.len()).map_err(|_| Unsealed)?);
    message.extend_from_slice(public);
    message.append(&mut record);
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read;

    /// RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out() {
        let own = read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let own = PrivateKey::from_private_key(&ECDH_P256, &own).unwrap();
        let key =
            read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4").unwrap();
        let secret = read("BTBZMqHH6r4Tts7J_aSIgg").unwrap();
        let salt = read("DGv6ra1nlYgDCS1FRnbzlw").unwrap().try_into().unwrap();
        let reader = Reader {
            key: &key,
            secret: &secret,
        };
        let text = b"When I grow up, I want to be a watermelon";
        let message = seal_with(&own, salt, reader, text).unwrap();
        let told = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(message, read(told).unwrap());
    }

    #[test]
    fn what_is_no_key_reads_nothing() {
        let key =
            read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4").unwrap();
        let may = |key: &[u8], secret: &[u8]| is_reader(Reader { key, secret });
        assert!(may(&key, &[1; SECRET]));
        assert!(!may(&key, &[1; SECRET - 1]));
        assert!(!may(&key[1..], &[1; SECRET]));
        assert!(!may(&[4; POINT], &[1; SECRET]));
        assert!(!may(&[], &[]));
        let reader = Reader {
            key: &key,
            secret: &[1; SECRET],
        };
        assert!(seal(reader, &[0; TEXT_MAX]).unwrap().len() <= 4096);
        assert_eq!(seal(reader, &[0; TEXT_MAX + 1]), Err(Unsealed));
        assert_ne!(seal(reader, b"a").unwrap(), seal(reader, b"a").unwrap());
    }
}
