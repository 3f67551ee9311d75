"""Reports of evaluations: made, listed, downloaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ._answer import read_bytes, read_text
from ._call import Call, Flow, path
from ._generated.answers import ReportList, ReportView
from ._generated.requests import ReportFormat, ReportTemplate
from ._group import AsyncGroup, Group, async_method, method
from ._retry import Policy
from ._wire import to_api
from .errors import NotFoundError


def create(
    evaluation_id: str,
    *,
    format: Optional[ReportFormat] = None,
    template: Optional[ReportTemplate] = None,
    include_evidence: Optional[bool] = None,
    include_recommendations: Optional[bool] = None,
) -> Call[ReportView]:
    """Makes a report of an evaluation that has ended; in Markdown where no format is given."""
    looks = {"format": format, "template": template}
    parts = {"include_evidence": include_evidence, "include_recommendations": include_recommendations}
    return Call("POST", path("/evaluations/{}/reports", evaluation_id), body=to_api({**looks, **parts}))


def list_reports() -> Call[ReportList]:
    """The reports that have not expired, the newest first."""
    return Call("GET", "/reports")


@dataclass(frozen=True)
class Finding:
    """Looks for a report among all of them: the API has no route for one."""

    report_id: str

    def flow(self, policy: Policy) -> Flow[ReportView]:
        """One request."""
        listed = yield from list_reports().flow(policy)
        for report in listed["reports"]:
            if report["reportId"] == self.report_id:
                return report
        raise NotFoundError(
            f"There is no report `{self.report_id}` among the newest {len(listed['reports'])}",
            code="RESOURCE_NOT_FOUND",
        )


def get(report_id: str) -> Finding:
    """What is known of a report, if it is among those that `list` gives."""
    return Finding(report_id)


def download(report_id: str) -> Call[str]:
    """A report as text, which all formats are."""
    return Call("GET", path("/reports/{}/download", report_id), read=read_text)


def download_bytes(report_id: str) -> Call[bytes]:
    """A report, byte for byte."""
    return Call("GET", path("/reports/{}/download", report_id), read=read_bytes)


class Reports(Group):
    """`client.reports`."""

    create = method(create)
    get = method(get)
    list = method(list_reports)
    download = method(download)
    download_bytes = method(download_bytes)


class AsyncReports(AsyncGroup):
    """`client.reports`, to be awaited."""

    create = async_method(create)
    get = async_method(get)
    list = async_method(list_reports)
    download = async_method(download)
    download_bytes = async_method(download_bytes)
