//! Scenes: one file each and one row in [`SCENES`].
//!
//! What always holds: a scene is chosen by the words of prompt and place, shaped by [`Plan`], and
//! has six or more depths, light that makes sense and its own moving life. To add one: write
//! `fn build(&Plan, Frame) -> Stage` in a new file, and add its row with the words people use.
//! Everything stands behind the prints, so nothing can cover a face.

mod beach;
mod birthday;
mod cafe;
mod city;
mod concert;
mod forest;
mod garden;
mod kitchen;
mod lake;
mod memory;
mod mountains;
mod props;
mod road;
mod sky;
mod snow;
mod study;
mod wedding;
mod words;

use crate::stage::{Frame, Light, Stage};
pub use words::{Hour, Weather};

/// One row: how a scene is called, found, lit and built.
struct Scene {
    name: &'static str,
    /// Beginnings of words ("mountain" also finds "mountains"), or phrases with a space.
    words: &'static [&'static str],
    /// The hour when the words name none.
    hour: Hour,
    light: fn(&Plan) -> Light,
    build: fn(&Plan, Frame) -> Stage,
}

/// All scenes; the last one is for memories that fit no other.
static SCENES: &[Scene] = &[
    Scene {
        name: "beach",
        words: &[
            "beach",
            "sea",
            "seas",
            "seaside",
            "ocean",
            "shore",
            "seashore",
            "coast",
            "sand",
            "sandy",
            "surf",
            "wave",
            "waves",
            "swim",
            "island",
            "bay",
            "pier",
            "sandcastle",
            "palm",
            "hawaii",
            "bali",
            "maldives",
            "mombasa",
            "diani",
            "zanzibar",
            "lagos beach",
            "caribbean",
        ],
        hour: Hour::Sunset,
        light: beach::light,
        build: beach::build,
    },
    Scene {
        name: "mountains",
        words: &[
            "mountain",
            "hike",
            "hiking",
            "hiked",
            "trail",
            "trek",
            "summit",
            "peak",
            "peaks",
            "alps",
            "alpine",
            "climb",
            "valley",
            "himalaya",
            "kilimanjaro",
            "andes",
            "rockies",
            "adventure",
            "camping",
            "backpack",
        ],
        hour: Hour::Dawn,
        light: mountains::light,
        build: mountains::build,
    },
    Scene {
        name: "city night",
        words: &[
            "city",
            "cities",
            "downtown",
            "skyline",
            "street",
            "streets",
            "rooftop",
            "skyscraper",
            "urban",
            "nightlife",
            "new york",
            "manhattan",
            "tokyo",
            "london",
            "paris",
            "lagos",
            "nairobi",
            "hong kong",
            "shanghai",
            "chicago",
            "taxi",
            "times square",
        ],
        hour: Hour::Night,
        light: city::light,
        build: city::build,
    },
    Scene {
        name: "coffee shop",
        words: &[
            "coffee",
            "cafe",
            "café",
            "espresso",
            "cappuccino",
            "latte",
            "bakery",
            "brunch",
            "teahouse",
            "tea house",
            "bistro",
            "diner",
            "restaurant",
            "coffee shop",
        ],
        hour: Hour::Night,
        light: cafe::light,
        build: cafe::build,
    },
    Scene {
        name: "concert",
        words: &[
            "concert",
            "gig",
            "festival",
            "band",
            "live music",
            "musician",
            "singer",
            "singing",
            "stage",
            "encore",
            "karaoke",
            "dj",
            "dance",
            "dancing",
            "club",
            "rave",
            "opera",
        ],
        hour: Hour::Night,
        light: concert::light,
        build: concert::build,
    },
    Scene {
        name: "kitchen",
        words: &[
            "kitchen",
            "home",
            "house",
            "tea",
            "kettle",
            "cook",
            "baking",
            "baked",
            "recipe",
            "soup",
            "dinner",
            "supper",
            "breakfast",
            "lunch",
            "oven",
            "stove",
            "dining table",
            "sunday lunch",
        ],
        hour: Hour::Sunset,
        light: kitchen::light,
        build: kitchen::build,
    },
    Scene {
        name: "birthday",
        words: &[
            "birthday",
            "party",
            "parties",
            "cake",
            "cakes",
            "balloon",
            "candles",
            "confetti",
            "bunting",
            "celebrat",
            "gift",
            "gifts",
            "quinceañera",
        ],
        hour: Hour::Night,
        light: birthday::light,
        build: birthday::build,
    },
    Scene {
        name: "forest",
        words: &[
            "forest",
            "woods",
            "woodland",
            "tree",
            "trees",
            "jungle",
            "rainforest",
            "grove",
            "fern",
            "mushroom",
            "autumn",
            "oak",
            "redwood",
            "in the park",
        ],
        hour: Hour::Day,
        light: forest::light,
        build: forest::build,
    },
    Scene {
        name: "starry sky",
        words: &[
            "starry",
            "stars",
            "stargazing",
            "stargaze",
            "constellation",
            "milky way",
            "galaxy",
            "meteor",
            "shooting star",
            "firefly",
            "fireflies",
            "campfire",
            "aurora",
            "universe",
            "heaven",
        ],
        hour: Hour::Night,
        light: lake::light,
        build: lake::build,
    },
    Scene {
        name: "lake",
        words: &[
            "lake", "lakeside", "river", "pond", "fishing", "fish", "canoe", "kayak", "rowing",
            "boat", "dock", "jetty", "cabin", "cottage",
        ],
        hour: Hour::Dawn,
        light: lake::light,
        build: lake::build,
    },
    Scene {
        name: "snow",
        words: &[
            "snow",
            "snowfall",
            "snowman",
            "winter",
            "christmas",
            "xmas",
            "sledding",
            "sledge",
            "skiing",
            "skis",
            "frost",
            "icicle",
            "blizzard",
            "ice skating",
        ],
        hour: Hour::Sunset,
        light: snow::light,
        build: snow::build,
    },
    Scene {
        name: "study",
        words: &[
            "study",
            "studied",
            "studying",
            "library",
            "libraries",
            "books",
            "bookshop",
            "reading",
            "homework",
            "exam",
            "school",
            "university",
            "college",
            "lecture",
            "desk",
            "thesis",
            "classroom",
            "graduat",
        ],
        hour: Hour::Sunset,
        light: study::light,
        build: study::build,
    },
    Scene {
        name: "garden",
        words: &[
            "garden",
            "flower",
            "rose",
            "roses",
            "tulip",
            "lavender",
            "blossom",
            "backyard",
            "orchard",
            "picnic",
            "lawn",
            "meadow",
            "allotment",
            "butterfly",
            "butterflies",
        ],
        hour: Hour::Day,
        light: garden::light,
        build: garden::build,
    },
    Scene {
        name: "wedding",
        words: &[
            "wedding",
            "married",
            "marry",
            "marriage",
            "bride",
            "bridal",
            "groom",
            "vows",
            "aisle",
            "honeymoon",
            "engaged",
            "engagement",
            "proposal",
            "altar",
        ],
        hour: Hour::Sunset,
        light: wedding::light,
        build: wedding::build,
    },
    Scene {
        name: "road trip",
        words: &[
            "road trip",
            "roadtrip",
            "road",
            "roads",
            "highway",
            "motorway",
            "driving",
            "drove",
            "camper",
            "campervan",
            "desert",
            "route",
            "car",
            "van",
            "motorbike",
        ],
        hour: Hour::Sunset,
        light: road::light,
        build: road::build,
    },
    Scene {
        name: "memory",
        words: &[],
        hour: Hour::Sunset,
        light: memory::light,
        build: memory::build,
    },
];

/// Which scene an order gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneKind(usize);

impl SceneKind {
    /// A word for logs, such as "beach".
    pub fn name(self) -> &'static str {
        SCENES[self.0].name
    }

    /// All scenes, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SCENES.len()).map(Self)
    }
}

/// What the words say about a scene, and the take.
pub struct Plan {
    pub kind: SceneKind,
    pub hour: Hour,
    pub weather: Weather,
    pub seed: u64,
}

impl Plan {
    /// A noise seed of its own for part `what` of the scene.
    pub fn noise(&self, what: u32) -> u32 {
        (self.seed as u32 ^ (self.seed >> 32) as u32)
            .wrapping_mul(0x9E37_79B1)
            .wrapping_add(what.wrapping_mul(0x85EB_CA6B))
    }
}

/// The scene for these words; "memory" when none fits.
pub fn scene_for(prompt: &str, location: Option<&str>) -> SceneKind {
    let rows: Vec<&[&str]> = SCENES.iter().map(|s| s.words).collect();
    SceneKind(words::best(prompt, location, &rows).unwrap_or(SCENES.len() - 1))
}

pub fn plan(prompt: &str, location: Option<&str>, seed: u64) -> Plan {
    let kind = scene_for(prompt, location);
    let hour = words::hour(prompt).unwrap_or(SCENES[kind.0].hour);
    Plan { kind, hour, weather: words::weather(prompt), seed }
}

pub fn light(plan: &Plan) -> Light {
    (SCENES[plan.kind.0].light)(plan)
}

pub fn build(plan: &Plan, frame: Frame) -> Stage {
    (SCENES[plan.kind.0].build)(plan, frame)
}
