//! What a tool's own words say that it does.

use std::sync::LazyLock;

use regex::Regex;

macro_rules! says {
    ($(#[$doc:meta])* $name:ident, $pattern:expr) => {
        $(#[$doc])*
        pub(super) fn $name(words: &str) -> bool {
            static WORDS: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).expect("constant"));
            WORDS.is_match(words)
        }
    };
}

says!(
    /// It runs commands.
    commands,
    r"(?i)\b(shell|commands?|terminal|bash|powershell|cmd|script|process|console|ssh|cli|exec(ute)?|run)\b"
);
says!(
    /// It runs code.
    code,
    r"(?i)\b(python|javascript|typescript|js|code|script|snippet|repl|notebook|program|sandbox)\b"
);
says!(
    /// It runs what it is given.
    running,
    r"(?i)\b(run|runs|running|execut\w+|evaluat\w+|interpret\w*)\b"
);
says!(
    /// It asks whatever address it is given.
    fetching,
    r"(?i)\b(url|urls|uri|http|https|fetch(es)?|web|website|webpage|page|pages|download|browse|navigate|crawl|scrape|link|site|endpoint|webhook|api|request|host|server|domain|ping|port|download)\b"
);
says!(
    /// It is about other machines, or says who is asked.
    network,
    r"(?i)\b(url|http|https|fetch|web|website|page|download|upload|browse|navigate|crawl|scrape|search|api|online|internet|remote|cloud|server|service|send|sends|post|publish|email|mail|message|notify|notification|slack|github|gitlab|jira|notion|google|aws|azure|weather|stock|news|request|query|sync|push|pull|share|submit|webhook|call|model|llm|ai|embed|translate|geocode|wiki|wikipedia|arxiv|reddit|twitter|registry|npm|pypi|package|docs|documentation|live|latest|current|real-time|account|issue|ticket|project|channel|workspace|cluster|pod|repository|repo|image|video|chart|dataset|external|ssh|tcp|udp|socket|probe|ping|status|health|latency|connect|connection|connectivity|reachable|uptime|router|get|list|retrieve|look ?up|find|create|update|delete)\b"
);
says!(
    /// It sends something to others.
    sending,
    r"(?i)\b(send|sends|sending|post|posts|upload|uploads|share|shares|publish|submit|submits|email|mail|message|notify|notification|sync|push|push(es)?|export|report|attach|forward|webhook|remote|cloud|api|transcrib|analy[sz]e|translate|convert|search|import|deploy|backup|transmit|domain|subdomain|host ?names?|dns|resolve|ssh|tcp|udp|socket|probe|log|logs|telemetry|analytics|create|update)\w*\b"
);
says!(
    /// It does what is only done with somebody else: a bank, a shop, who is written to.
    dealing,
    concat!(
        r"(?i)(^|[.!?:;,\n]\s*|\b(and|or|to|then|will|can|you)\s+)(",
        r"charge|pay|refund|book|order|buy|purchase|sell|trade|reserve|cancel|subscribe|unsubscribe|invite|call|dial|",
        r"text|repl(y|ies|ied)|comment|react|follow|rsvp|request|apply|applies|transfer|withdraw|deposit|tip|bid|vote|",
        r"approve|reject|assign|escalate|schedule|ring|page|alert|ask|chat|prompt|generate|transcribe|summari[sz]e|",
        r"classify|classifies|dispatch|ship|deliver|broadcast|tweet|stream|trigger)(s|es|d|ed|ing)?\b",
    )
);
says!(
    /// It does what may be done here as well as elsewhere.
    doing,
    concat!(
        r"(?i)(^|[.!?:;,\n]\s*|\b(and|or|to|then|will|can|you)\s+)(",
        r"create|add|update|set|start|turn|stop|pause|resume|open|close|enable|disable|activate|deactivate|edit|change|",
        r"modify|modifies|delete|remove|archive|restore|move|rename|mark|complete|register|enroll|sign|log|record|track|",
        r"report|save|store|write|put|insert|rotate|lock|unlock|switch|toggle|dim|play|skip|run|execute|grant|revoke|",
        r"issue|void|capture|confirm|merge|fork|star|rate|label|tag|pin|draft|queue|attach|link|configure|adjust|",
        r"increase|decrease|restart|reboot|acknowledge|release|dispense|print|dismiss|mute|unmute)(s|es|d|ed|ting|ning|ping|ing)?\b",
    )
);
says!(
    /// It answers a question, by how its description begins.
    answering,
    concat!(
        r"(?i)^\s*((this|the) (tool|function) )?(returns?|gets?|lists?|shows?|reads?|tells?|says?|looks?|search(es)?|finds?|",
        r"counts?|calculates?|computes?|displays?|fetch(es)?|retrieves?|describes?|checks?|pings?|converts?|formats?|",
        r"validates?|verif(y|ies)|hash(es)?|encodes?|decodes?|parses?|explains?|measures?|estimates?|identif(y|ies)|",
        r"solves?|compares?|diffs?|rounds?|ranks?|scales?|extracts?|detects?|analy[sz]es?|splits?|sorts?)\b",
    )
);
says!(
    /// It acts on a device, a browser or an app.
    acting,
    r"(?i)\b(click|tap|press|type|swipe|scroll|drag|drop|open|launch|navigate|visit|play|pause|toggle|switch|turn|set|control|start|stop|restart|reboot|lock|unlock|rotate|terminate|install|uninstall|select|fill|hover|focus)(s|es|ed|ing|ping)?\b"
);
says!(
    /// It writes or makes files.
    writing,
    r"(?i)(\b(write|writes|save|saves|saved|create|creates|make|makes|generate|generates|edit|edits|modify|modifies|update|updates|append|add|adds|insert|replace|move|moves|rename|copy|copies|download|downloads|export|exports|output|store|stores|record|set|sets|upload|install|init|initialize|build|convert|screenshot|capture|render|cache|caches|cached|log|logs|persist|apply|format|commit|checkout|sync|import|extract|unzip|archive|compress|file|manage|start|configure|register|remember|draft|plan|compile|render|plot|chart|draw|delete|remove|execute|run|clone|fork|merge)\w*\b)"
);
says!(
    /// It deletes or takes away.
    deleting,
    r"(?i)\b(delete|deletes|remove|removes|clear|clears|drop|drops|purge|clean|cleanup|cleans|erase|wipe|reset|resets|uninstall|trash|move|moves|rename|overwrite|overwrites|replace|destroy|prune|revoke|discard|unlink|write|edit|update|execute|run|temporary|manage|undo|stop|kill)\w*\b"
);
says!(
    /// It starts other programs.
    spawning,
    r"(?i)\b(shell|command|commands|terminal|bash|run|runs|execute|executes|script|process|program|launch|launches|start|starts|spawn|git|docker|kubectl|kubernetes|helm|ffmpeg|npm|pip|build|test|tests|compile|lint|format|install|deploy|open|opens|browser|screenshot|convert|cli|invoke|invokes|repository|repo|branch|commit|diff|container|pod|cluster|search|grep|ripgrep|python|node|code|tool|server|device|simulator|app|emulator|xcode|adb|render|audio|video|image|play|speak|notification|clipboard|window|system|ping|network|traceroute|dns|debug|analy[sz]e|scan|check|verify|package|archive|plugin)\w*\b"
);
says!(
    /// It only reads, by its name.
    reading,
    r"(?i)^(get|read|list|show|view|search|find|fetch|describe|lookup|look_up|query|count|inspect|check|status|summarize|explain|preview|is|has|ping|compute|calculate|convert|format|validate|verify|extract|detect|analyze|parse|compare)(?-i:[_\-A-Z. ]|$)"
);
says!(
    /// It is about another machine that is signed in to.
    elsewhere,
    r"(?i)\b(ssh|remote(ly)?|hosts?|router|switch|device|server|machine|vm|instance)\b"
);
says!(
    /// It ends or restarts the server.
    ending,
    r"(?i)\b(restart|re-?start|shut ?down|stop|exit|quit|terminat|kill|reload|update|upgrade)\w*\b"
);
says!(
    /// It is about the environment.
    environment,
    r"(?i)\benv(ironment)?\b"
);
