//! Servers that many people have connected, and their tools' names.

/// A well-known server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KnownServer {
    /// The word by which a server says that it is this one, or a fork of it.
    pub(crate) name: &'static str,
    /// Its tools, with blanks between.
    tools: &'static str,
}

const fn server(name: &'static str, tools: &'static str) -> KnownServer {
    KnownServer { name, tools }
}

impl KnownServer {
    /// Its tools.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &'static str> {
        self.tools.split_ascii_whitespace()
    }
}

/// In order of name. Tools that many servers rightly have (`search`, `list_tables`) are left out.
pub(crate) static SERVERS: [KnownServer; 25] = [
    server(
        "atlassian",
        "\
        getJiraIssue createJiraIssue editJiraIssue searchJiraIssuesUsingJql getConfluencePage \
        createConfluencePage searchConfluenceUsingCql jira_create_issue jira_get_issue jira_search \
        confluence_search confluence_get_page",
    ),
    server(
        "brave",
        "\
        brave_web_search brave_local_search brave_image_search brave_news_search brave_video_search \
        brave_summarizer",
    ),
    server(
        "context7",
        "\
        resolve-library-id get-library-docs query-docs",
    ),
    server(
        "commander",
        "\
        read_multiple_files start_process read_process_output interact_with_process edit_block start_search \
        get_more_search_results list_processes kill_process",
    ),
    server(
        "everything",
        "\
        longRunningOperation printEnv sampleLLM getTinyImage annotatedMessage",
    ),
    server(
        "exa",
        "\
        web_search_exa company_research_exa crawling_exa linkedin_search_exa",
    ),
    server(
        "filesystem",
        "\
        read_file read_text_file read_media_file read_multiple_files write_file edit_file create_directory \
        list_directory list_directory_with_sizes directory_tree move_file search_files get_file_info \
        list_allowed_directories",
    ),
    server(
        "firecrawl",
        "\
        firecrawl_scrape firecrawl_map firecrawl_search firecrawl_crawl firecrawl_extract \
        firecrawl_check_crawl_status firecrawl_deep_research",
    ),
    server(
        "git",
        "\
        git_status git_diff_unstaged git_diff_staged git_diff git_commit git_add git_reset git_log \
        git_create_branch git_checkout git_show git_branch git_init",
    ),
    server(
        "github",
        "\
        create_or_update_file push_files search_repositories create_repository get_file_contents create_issue \
        create_pull_request fork_repository list_commits list_issues update_issue add_issue_comment search_code \
        search_issues search_users get_issue get_pull_request list_pull_requests create_pull_request_review \
        merge_pull_request get_pull_request_files get_pull_request_status update_pull_request_branch \
        get_pull_request_comments get_pull_request_reviews get_pull_request_diff list_branches get_commit",
    ),
    server(
        "gitlab",
        "\
        create_merge_request get_merge_request search_repositories create_or_update_file fork_repository",
    ),
    server(
        "gmail",
        "\
        search_emails read_email draft_email delete_email modify_email list_email_labels",
    ),
    server(
        "google",
        "\
        maps_geocode maps_reverse_geocode maps_search_places maps_place_details maps_distance_matrix \
        maps_elevation maps_directions gdrive_search gdrive_read_file",
    ),
    server(
        "linear",
        "\
        linear_create_issue linear_update_issue linear_search_issues linear_get_user_issues linear_add_comment \
        list_my_issues get_issue_status",
    ),
    server(
        "memory",
        "\
        create_entities create_relations add_observations delete_entities delete_observations delete_relations \
        read_graph search_nodes open_nodes",
    ),
    server(
        "notion",
        "\
        API-get-user API-post-search API-post-page API-patch-page API-retrieve-a-page API-get-block-children \
        notion-search notion-fetch notion-create-pages notion-update-page",
    ),
    server(
        "playwright",
        "\
        browser_click browser_close browser_console_messages browser_drag browser_evaluate browser_file_upload \
        browser_fill_form browser_handle_dialog browser_hover browser_navigate browser_navigate_back \
        browser_network_requests browser_press_key browser_resize browser_select_option browser_snapshot \
        browser_take_screenshot browser_type browser_wait_for browser_tabs browser_install",
    ),
    server(
        "puppeteer",
        "\
        puppeteer_navigate puppeteer_screenshot puppeteer_click puppeteer_fill puppeteer_select puppeteer_hover \
        puppeteer_evaluate",
    ),
    server(
        "sentry",
        "\
        get_sentry_issue find_organizations find_projects get_issue_details search_events analyze_issue_with_seer",
    ),
    server(
        "sequential",
        "\
        sequentialthinking",
    ),
    server(
        "slack",
        "\
        slack_list_channels slack_post_message slack_reply_to_thread slack_add_reaction slack_get_channel_history \
        slack_get_thread_replies slack_get_users slack_get_user_profile conversations_history \
        conversations_add_message channels_list",
    ),
    server(
        "sqlite",
        "\
        read_query write_query append_insight",
    ),
    server(
        "stripe",
        "\
        create_payment_link finalize_invoice create_refund list_payment_intents retrieve_balance \
        search_stripe_documentation",
    ),
    server(
        "tavily",
        "\
        tavily-search tavily-extract tavily-crawl tavily-map",
    ),
    server(
        "time",
        "\
        get_current_time convert_time",
    ),
];
