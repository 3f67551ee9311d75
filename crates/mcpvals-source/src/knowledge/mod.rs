//! What is known of libraries: which function does what. Only tables and what reads them.

mod client;
mod command;
mod effect;
mod host_pattern;
mod making;
mod name;
mod path;
mod pattern;
mod statement;

pub(crate) use client::deed_of_client;
pub(crate) use command::{
    fetches_and_runs, is_command_flag, is_interpreter, is_remote, is_shell, takes_options, takes_value,
};
pub(crate) use effect::{Effect, effect, is_stream, prints};
pub(crate) use host_pattern::fixes_host;
pub(crate) use making::{
    Making, answers_for_callback, answers_one_by_one, hands_on, keeps_what_fits, making, part_of_form,
};
pub(crate) use name::{
    FRAME, credentials_in, is_address_check, is_check_name, is_claim_name, is_crate, is_escape_name, is_household,
    is_library, is_made_temporary, is_marker_file, is_number, is_offer_name, is_owner_column, is_owner_name,
    is_redaction, is_role, is_role_name, is_secret_name, is_session, is_slug_name, is_temporary_folder, is_token_name,
    is_usual_method, is_word_for_a_secret, makes_folder,
};
pub(crate) use path::{canonical, member_path};
pub(crate) use pattern::{bits_of_pattern, bits_of_refusal, bits_of_replacing, pattern_of_type};
pub(crate) use statement::{
    changes, deletes, is_database, is_prepared, is_statement, is_statement_builder, is_yaml, owner_columns,
    table_changed,
};
