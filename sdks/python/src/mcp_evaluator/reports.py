"""Reports of evaluations: made, listed, downloaded."""

from __future__ import annotations

from typing import Optional

from ._answer import read_bytes, read_text
from ._call import Call, path
from ._generated.answers import ReportList, ReportView
from ._generated.requests import ReportFormat, ReportTemplate
from ._group import AsyncGroup, Group, async_method, method
from ._wire import to_api


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


def get(report_id: str) -> Call[ReportView]:
    """What is known of a report that has not expired."""
    return Call("GET", path("/reports/{}", report_id))


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
