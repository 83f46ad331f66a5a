use super::{PORTRAITS, measured, table::PIECE};

#[test]
fn most_people_before_busy_scenes_are_proposed_and_their_outlines_are_true() {
    let table = measured(&PORTRAITS, |_, _| Ok(())).expect("composites");
    let whole = table.whole();
    assert!(whole.all >= 60 && whole.rate() >= 0.7 && whole.mean_edge <= 0.05, "{table}");
    for group in table.groups() {
        assert!(group.rate() > whole.rate() - 0.1, "{}:\n{table}", group.name);
        assert!(group.most_piece <= PIECE, "{}:\n{table}", group.name);
        assert!(group.mean_edge <= 0.055, "{}:\n{table}", group.name);
    }
    // Without colours grey hair before grey leaves is not told apart, and nothing says so; something of the
    // skin's colour right beside an ear is the other.
    let (grey, colour) = table.falsely();
    assert!(colour <= 1 && grey <= 4, "{table}");
}
