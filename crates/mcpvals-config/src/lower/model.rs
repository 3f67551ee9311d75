//! `models`: who uses the server.

use mcpvals_model::{ModelSpec, Price, Provider, Secret, SecretValue};

use super::Lowering;
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file::{self, ConfigFile, ProviderName};
use crate::pointer::Pointer;
use crate::prices;

impl Lowering<'_> {
    /// The models of the file, in its order; without any, the usual one for a file that has workflows.
    pub(super) fn listed_models(&mut self, file: &ConfigFile) -> Vec<ModelSpec> {
        let at = Pointer::root().member("models");
        let listed = file.models.iter().flatten().enumerate();
        let mut models: Vec<ModelSpec> = listed.map(|(index, model)| self.model(model, &at.item(index))).collect();
        for (index, model) in models.iter().enumerate() {
            if models[..index].iter().any(|other| other.name == model.name) {
                let message = format!("two models are called \"{}\": give one of them a `name`", model.name);
                self.problems.push(Problem::new(&at.item(index), message));
            }
        }
        if models.is_empty() && file.workflows.is_some() {
            models.push(self.plain_model(Provider::Anthropic, &DEFAULTS.model.model));
        }
        models
    }

    /// The same, with the one that the user asks for, if any, in the first place.
    pub(super) fn chosen_models(&mut self, models: Vec<ModelSpec>) -> Vec<ModelSpec> {
        match self.context.scope.model.clone() {
            Some(name) => self.with_model(&name, models),
            None => models,
        }
    }

    fn with_model(&mut self, name: &str, mut models: Vec<ModelSpec>) -> Vec<ModelSpec> {
        if let Some(at) = models.iter().position(|model| model.name == name) {
            models[..=at].rotate_right(1);
        } else if let Some((provider, model)) = by_name(name) {
            models.insert(0, self.plain_model(provider, model));
        } else {
            let names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let message = format!("--model \"{name}\" is none of `models` ({known}), nor `provider/model`");
            self.report(Problem::new(&Pointer::root(), message));
        }
        models
    }

    fn model(&mut self, model: &file::Model, at: &Pointer) -> ModelSpec {
        let provider = provider(model.provider);
        if let Some(url) = model.base_url.as_deref().filter(|url| !is_http(url)) {
            let message = format!("`baseUrl` is \"{url}\", which is no address of HTTP");
            self.report(Problem::new(&at.member("baseUrl"), message));
        }
        // A key that is not set is told where the model is asked: a cassette needs none.
        let given =
            model.api_key.as_deref().filter(|key| !self.unresolved.contains(&at.member("apiKey")) && !key.is_empty());
        let lacks_key = self.unresolved.contains(&at.member("apiKey"));
        // The usual variable is for the usual place.
        let usual = provider.key_variable().filter(|_| model.api_key.is_none() && model.base_url.is_none());
        let api_key = match given {
            Some(key) => Some(self.key("apiKey", key)),
            None => usual.and_then(|variable| self.key_of_environment(variable)),
        };
        ModelSpec {
            name: model.name.clone().unwrap_or_else(|| format!("{provider}/{}", model.model)),
            provider,
            model: model.model.clone(),
            base_url: model.base_url.clone().or_else(|| self.base_url_of_environment(provider)),
            api_key,
            lacks_key,
            temperature: model.temperature,
            max_tokens: model.max_tokens.unwrap_or(DEFAULTS.model.max_tokens),
            seed: model.seed,
            stream: model.stream.unwrap_or(DEFAULTS.model.stream),
            price: model.price.map(price).or_else(|| prices::of(provider, &model.model)),
        }
    }

    /// A model of which nothing is known but its name.
    pub(super) fn plain_model(&mut self, provider: Provider, model: &str) -> ModelSpec {
        ModelSpec {
            name: format!("{provider}/{model}"),
            provider,
            model: model.to_owned(),
            base_url: self.base_url_of_environment(provider),
            api_key: provider.key_variable().and_then(|variable| self.key_of_environment(variable)),
            lacks_key: false,
            temperature: None,
            max_tokens: DEFAULTS.model.max_tokens,
            seed: None,
            stream: DEFAULTS.model.stream,
            price: prices::of(provider, model),
        }
    }

    /// As the providers' own libraries find it.
    fn base_url_of_environment(&self, provider: Provider) -> Option<String> {
        let url = self.context.env.get(provider.base_url_variable()?)?;
        (!url.is_empty()).then(|| url.clone())
    }

    fn key_of_environment(&mut self, variable: &str) -> Option<Secret> {
        let key = self.context.env.get(variable).filter(|key| !key.is_empty())?.clone();
        Some(self.key(variable, &key))
    }

    fn key(&mut self, name: &str, key: &str) -> Secret {
        self.secrets.extend(SecretValue::new(name, key));
        Secret::new(key)
    }
}

/// `provider/model`, or a name that only one provider gives.
fn by_name(name: &str) -> Option<(Provider, &str)> {
    if let Some((provider, model)) = name.split_once('/') {
        let provider = if provider == "google" { "gemini" } else { provider };
        let known = Provider::ALL.into_iter().find(|known| known.name() == provider)?;
        return (!model.is_empty()).then_some((known, model));
    }
    let begins = [("claude-", Provider::Anthropic), ("gpt-", Provider::Openai), ("gemini-", Provider::Gemini)];
    begins.into_iter().find(|(begin, _)| name.starts_with(begin)).map(|(_, provider)| (provider, name))
}

fn is_http(url: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| url.len() > scheme.len() && url.starts_with(scheme))
}

fn price(price: file::Price) -> Price {
    let file::Price { input, output, cached, cache_written } = price;
    Price { input, output, cached, cache_written }
}

fn provider(name: ProviderName) -> Provider {
    match name {
        ProviderName::Anthropic => Provider::Anthropic,
        ProviderName::Openai => Provider::Openai,
        ProviderName::OpenaiCompatible => Provider::OpenaiCompatible,
        ProviderName::Gemini | ProviderName::Google => Provider::Gemini,
    }
}
