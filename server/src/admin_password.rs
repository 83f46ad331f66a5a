//! The admin password: `evernear admin hash-password`, and the one that development makes.

use std::io::BufRead;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version, password_hash::SaltString};
use evernear_app::ports::Entropy;

use crate::adapters::system::SystemEntropy;

/// Fewest characters of an admin password.
const FEWEST: usize = 12;

/// Reads a password from standard input and prints its hash.
pub fn hash_password() -> Result<(), String> {
    eprintln!("Type the admin password and press Enter; its argon2id hash is printed.");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|error| error.to_string())?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.chars().count() < FEWEST {
        return Err(format!("An admin password needs at least {FEWEST} characters."));
    }
    println!("{}", hash(password, &Argon2::default())?);
    Ok(())
}

/// A new random password and its hash. It is random enough for a hash that costs nothing.
pub fn random() -> Result<(String, String), String> {
    let mut bytes = [0; 10];
    SystemEntropy.fill(&mut bytes);
    let password = hex::encode(bytes);
    let params = Params::new(Params::MIN_M_COST, 1, 1, None).map_err(|error| error.to_string())?;
    let quick = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash = hash(&password, &quick)?;
    Ok((password, hash))
}

fn hash(password: &str, argon: &Argon2<'_>) -> Result<String, String> {
    let mut salt = [0; 16];
    SystemEntropy.fill(&mut salt);
    let salt = SaltString::encode_b64(&salt).map_err(|error| error.to_string())?;
    let hash = argon.hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHash, PasswordVerifier};

    use super::*;

    #[test]
    fn a_made_password_opens_its_hash_alone() {
        let (password, hash) = random().expect("made");
        let parsed = PasswordHash::new(&hash).expect("a hash");
        let opens =
            |text: &str| Argon2::default().verify_password(text.as_bytes(), &parsed).is_ok();
        assert!(opens(&password) && !opens("password"), "{hash}");
    }
}
