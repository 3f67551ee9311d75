//! Reports that somebody had made, until they expire.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::{Millis, Result, Store, new_id};

/// A report that somebody had made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// `rpt_…`
    pub id: String,
    /// Of which evaluation.
    pub evaluation: String,
    /// How it looks.
    pub format: String,
    /// What it is for.
    pub template: Option<String>,
    /// In bytes.
    pub size: i64,
    /// When it was made.
    pub created_at: Millis,
    /// From when on it is gone.
    pub expires_at: Millis,
}

impl Report {
    fn of(row: &AnyRow) -> Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            evaluation: row.try_get("evaluation")?,
            format: row.try_get("format")?,
            template: row.try_get("template")?,
            size: row.try_get("size")?,
            created_at: row.try_get("created_at")?,
            expires_at: row.try_get("expires_at")?,
        })
    }
}

impl Store {
    /// Keeps a report for so long, in milliseconds.
    ///
    /// # Errors
    /// What the database says.
    pub async fn keep_report(
        &self,
        evaluation: &str,
        (format, template): (&str, Option<&str>),
        body: &[u8],
        life: Millis,
    ) -> Result<Report> {
        let mut change = self.change().await?;
        let hash = change.keep_blob(body).await?;
        let report = Report {
            id: new_id("rpt"),
            evaluation: evaluation.to_owned(),
            format: format.to_owned(),
            template: template.map(str::to_owned),
            size: i64::try_from(body.len()).unwrap_or(i64::MAX),
            created_at: change.now,
            expires_at: change.now + life,
        };
        let sql = "INSERT INTO reports (id, evaluation, format, template, hash, size, created_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        sqlx::query(sql)
            .bind(&report.id)
            .bind(&report.evaluation)
            .bind(&report.format)
            .bind(report.template.clone())
            .bind(hash)
            .bind(report.size)
            .bind(report.created_at)
            .bind(report.expires_at)
            .execute(change.on())
            .await?;
        change.commit().await?;
        Ok(report)
    }

    /// A report; nothing where there is none, or none any more.
    ///
    /// # Errors
    /// What the database says.
    pub async fn report(&self, id: &str) -> Result<Option<Report>> {
        self.report_row(id).await?.as_ref().map(Report::of).transpose()
    }

    /// A report and its body; nothing where there is none, or none any more.
    ///
    /// # Errors
    /// What the database says.
    pub async fn report_with_body(&self, id: &str) -> Result<Option<(Report, Vec<u8>)>> {
        let Some(row) = self.report_row(id).await? else { return Ok(None) };
        let body = self.blob(&row.try_get::<String, _>("hash")?).await?;
        body.map(|body| Report::of(&row).map(|report| (report, body))).transpose()
    }

    async fn report_row(&self, id: &str) -> Result<Option<AnyRow>> {
        let sql = "SELECT id, evaluation, format, template, hash, size, created_at, expires_at FROM reports \
             WHERE id = $1 AND expires_at > $2";
        let now = self.now().await?;
        Ok(sqlx::query(sql).bind(id).bind(now).fetch_optional(&self.reader).await?)
    }

    /// The newest reports, of one evaluation or of all.
    ///
    /// # Errors
    /// What the database says.
    pub async fn reports(&self, evaluation: Option<&str>, most: i64) -> Result<Vec<Report>> {
        let sql = "SELECT id, evaluation, format, template, size, created_at, expires_at FROM reports \
             WHERE expires_at > $1 AND ($2 = '' OR evaluation = $2) ORDER BY created_at DESC, id DESC LIMIT $3";
        let now = self.now().await?;
        let query = sqlx::query(sql).bind(now).bind(evaluation.unwrap_or_default()).bind(most);
        query.fetch_all(&self.reader).await?.iter().map(Report::of).collect()
    }
}
