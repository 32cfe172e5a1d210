//! Published experiments, each a small definition over the library: run again, kept in one file, and shown beside what was
//! published.
