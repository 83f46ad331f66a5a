//! Development list.
use super::*;

#[test]
fn places_of_the_development_list() {
    let list = include_str!("places.tsv");
    let mut right = 0; let mut all = 0;
    for line in list.lines().skip(1) {
        let (answer, prompt) = line.split_once('\t').unwrap();
        all += 1;
        let c = EmbeddedCompanion::default();
        let given = Story::read(prompt).place;
        if given.is_some() == (answer == "yes") { right += 1; } else {
            println!("MISS {answer}\t{prompt}\t{given:?}");
        }
        println!("- {prompt}\n    {}", c.converse(prompt).response);
        println!("    {}", c.plan(prompt).replace('\n', "\n    "));
        println!("    {}", c.closing(prompt));
    }
    println!("{right} of {all}");
}
