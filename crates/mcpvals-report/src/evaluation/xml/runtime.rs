//! What the running server did, as XML.

use std::io;

use mcpvals_model::{LeftOut, Performance, RuntimeResults, RuntimeTest, ToolTest};

use super::super::found::{self, TestGroup};
use super::{name, number, some};
use crate::junit::xml::Xml;

pub(super) fn write(xml: &mut Xml<'_>, runtime: &RuntimeResults) -> io::Result<()> {
    let attributes =
        some([("score", runtime.score.map(number)), ("protocolVersion", runtime.protocol_version.clone())]);
    xml.open("runtime", &attributes)?;
    runtime.unreachable.iter().try_for_each(|why| xml.text("unreachable", &[], why))?;
    runtime.tool_tests.iter().try_for_each(|tool| write_tool(xml, tool))?;
    for one in found::tried(runtime).into_iter().filter(|one| one.group != TestGroup::Tools) {
        let on = (!one.name.is_empty()).then(|| one.name.to_owned());
        write_test(xml, one.test, some([("group", Some(one.group.as_str().to_owned())), ("on", on)]))?;
    }
    runtime.performance.iter().try_for_each(|performance| write_performance(xml, performance))?;
    write_left_out(xml, &runtime.left_out)?;
    xml.close()
}

fn write_tool(xml: &mut Xml<'_>, tool: &ToolTest) -> io::Result<()> {
    let attributes = some([
        ("name", Some(tool.name.clone())),
        ("status", Some(name(tool.status))),
        ("responseTime", tool.response_time.map(number)),
    ]);
    xml.open("toolTest", &attributes)?;
    if let Some(result) = &tool.result {
        xml.text("result", &[("success", result.success.to_string())], &result.data.to_string())?;
    }
    tool.tests.iter().try_for_each(|test| write_test(xml, test, Vec::new()))?;
    xml.close()
}

fn write_test(xml: &mut Xml<'_>, test: &RuntimeTest, mut attributes: Vec<(&'static str, String)>) -> io::Result<()> {
    attributes.extend(some([
        ("name", Some(test.test.clone())),
        ("status", Some(name(test.status))),
        ("responseTime", test.response_time.map(number)),
    ]));
    xml.open("test", &attributes)?;
    xml.text("expected", &[], &test.expected)?;
    xml.text("actual", &[], &test.actual)?;
    test.rerun.iter().try_for_each(|rerun| xml.text("rerun", &[], rerun))?;
    xml.close()
}

fn write_performance(xml: &mut Xml<'_>, performance: &Performance) -> io::Result<()> {
    let times = [
        ("startup", performance.startup),
        ("min", performance.min),
        ("avg", performance.avg),
        ("max", performance.max),
    ];
    let mut attributes = times.map(|(name, time)| (name, number(time))).to_vec();
    attributes.extend([("count", performance.count.to_string()), ("status", name(performance.status))]);
    xml.empty("performance", &attributes)
}

pub(super) fn write_left_out(xml: &mut Xml<'_>, left_out: &[LeftOut]) -> io::Result<()> {
    left_out.iter().try_for_each(|left| xml.text("leftOut", &[("name", left.name.clone())], &left.reason))
}
