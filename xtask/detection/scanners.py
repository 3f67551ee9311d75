"""Judges tools with an offline scanner of somebody else: `scanners.py NAME`, tools as JSON Lines on stdin.

One line of JSON for each tool, in order: how bad the worst finding is, `none`, `low`, `medium`, `high` or `critical`. The
last line is `{"version": ..., "cpuSeconds": ...}`. Whoever is not installed says so: exit status 3.
"""

import asyncio
import importlib.metadata
import json
import logging
import sys
import time

ORDER = ["none", "low", "medium", "high", "critical"]


def worst(severities):
    known = [str(severity).lower().rsplit(".", 1)[-1] for severity in severities]
    known = [severity if severity in ORDER else "low" for severity in known]
    return max(known, key=ORDER.index, default="none")


def deepsleuth():
    from deepsleuth import detectors  # noqa: F401 (registers them)
    from deepsleuth.context import ScanContext, contract_from_listing
    from deepsleuth.models import Target
    from deepsleuth.runner import run_all

    def judge(tool):
        context = ScanContext(target=Target(target_id="tool"))
        context.tools = [contract_from_listing(tool, "tool")]
        context.layers.add("manifest")
        return worst(finding.severity for finding in run_all(context, phases=("listing",)))

    return "deepsleuth", judge


def cisco():
    from mcpscanner.core.analyzers.yara_analyzer import YaraAnalyzer

    analyzer = YaraAnalyzer()

    def judge(tool):
        texts = [tool.get("description") or "", json.dumps(tool.get("inputSchema") or {})]
        return worst(finding.severity for text in texts for finding in asyncio.run(analyzer.analyze(text, {"tool_name": tool["name"]})))

    return "cisco-ai-mcp-scanner", judge


def tool_scan():
    from tool_scan.security_scanner import SecurityScanner

    scanner = SecurityScanner()
    return "tool-scan", lambda tool: worst(threat.severity.name for threat in scanner.scan(tool).threats)


SCANNERS = {"deepsleuth": deepsleuth, "cisco-ai-mcp-scanner": cisco, "tool-scan": tool_scan}


def main():
    logging.disable(logging.CRITICAL)
    try:
        package, judge = SCANNERS[sys.argv[1]]()
        version = importlib.metadata.version(package)
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(3)
    tools = [json.loads(line) for line in sys.stdin]
    start = time.process_time()
    for tool in tools:
        try:
            severity = judge(tool)
        except Exception:  # A scanner that breaks on a tool has not found it.
            severity = "none"
        print(json.dumps(severity))
    print(json.dumps({"version": version, "cpuSeconds": time.process_time() - start}))


main()
