//! The shapes of the administrator's page: applications and messages. An application has the
//! names under which the form collector is told of it.

use serde::{Deserialize, Serialize};

use super::wire;

wire! {
    /// Where an application stands.
    #[derive(Copy, Default, Hash)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum EntryStatus {
        #[default]
        Pending,
        Approved,
        Rejected,
    }

    /// One application.
    struct WaitlistEntry {
        pub id: String,
        pub name: String,
        pub email: String,
        pub reason: String,
        /// `beta_registration`, or `test` for an entry of the debug console.
        #[serde(rename = "type")]
        #[cfg_attr(feature = "typescript", ts(rename = "type"))]
        pub kind: String,
        pub status: EntryStatus,
        /// ISO 8601, UTC.
        pub timestamp: String,
    }

    /// What the list is sorted by.
    #[derive(Copy, Default, Hash)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
    enum WaitlistSort {
        #[default]
        Timestamp,
        Name,
        Email,
        Status,
    }

    /// What is asked of the list. Everything may be left out.
    #[derive(Default)]
    #[serde(default, rename_all = "camelCase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "camelCase"))]
    struct WaitlistQuery {
        /// In the name or the e-mail, in any case.
        pub search: String,
        pub status: Option<EntryStatus>,
        pub sort: WaitlistSort,
        /// Oldest first, or A to Z backwards: the other way round than the usual one.
        pub reverse: bool,
        /// Begins with 1; what lies outside is brought to the nearest page there is.
        pub page: Option<i32>,
        /// 50 unless said otherwise, at most 200.
        pub page_size: Option<i32>,
    }

    /// Which part of the list it is.
    #[derive(Default)]
    #[serde(rename_all = "camelCase")]
    #[cfg_attr(feature = "typescript", ts(rename_all = "camelCase"))]
    struct Pagination {
        pub page: u32,
        pub page_size: u32,
        pub total: u32,
        pub total_pages: u32,
        pub from: u32,
        pub to: u32,
        /// There are more matches than `total`: the search stopped counting.
        pub more: bool,
    }

    /// The list's answer.
    struct WaitlistPage {
        pub success: bool,
        pub data: Vec<WaitlistEntry>,
        pub pagination: Pagination,
        pub error: Option<String>,
        /// Too many matches to sort: they are newest first.
        pub unsorted: bool,
    }

    /// How many there are.
    #[derive(Copy, Default)]
    struct WaitlistCounts {
        pub total: u32,
        pub pending: u32,
        pub approved: u32,
        pub rejected: u32,
    }

    /// The counts' answer.
    struct WaitlistCounted {
        pub success: bool,
        pub counts: Option<WaitlistCounts>,
        pub error: Option<String>,
    }

    /// An entry to be moved, as the administrator saw it.
    struct StatusMove {
        pub id: String,
        pub from: EntryStatus,
    }

    /// How many entries were moved.
    struct StatusMoved {
        pub success: bool,
        pub moved: u32,
        /// Somebody else moved these meanwhile; they are as that person left them.
        pub conflicts: u32,
        pub error: Option<String>,
    }

    /// A message, or our answer.
    struct ContactMessage {
        pub id: String,
        pub ours: bool,
        pub message: String,
        pub timestamp: String,
    }

    /// What somebody wrote to us, with our answers.
    struct ContactThread {
        pub id: String,
        pub name: String,
        pub email: String,
        /// Blank when no company writes.
        pub company: String,
        pub employees: String,
        /// Written by somebody signed in, who reads the answers on the site as well.
        pub member: bool,
        /// The writer's plan, if any.
        pub plan: Option<String>,
        /// The last word is theirs.
        pub waiting: bool,
        /// Oldest first: the one that began it and the newest.
        pub messages: Vec<ContactMessage>,
        /// How many between them are left out.
        pub left_out: u32,
    }

    /// A page of threads: what waits first, Premium and Pro before others.
    struct ContactPage {
        pub success: bool,
        pub data: Vec<ContactThread>,
        pub pagination: Pagination,
        pub error: Option<String>,
    }

    /// What the island of /admin/waitlist is mounted with.
    struct AdminProps {
        /// What the address asked for.
        pub query: WaitlistQuery,
        /// Nothing when the database did not answer.
        pub page: Option<WaitlistPage>,
        pub counts: Option<WaitlistCounts>,
        /// 'applications' or 'messages'.
        pub tab: String,
    }
}
