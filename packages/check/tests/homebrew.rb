# What Homebrew would do with a formula: `ruby homebrew.rb FORMULA OS CPU ARCHIVE PREFIX`.
# It has as much of Homebrew's language as formulae of programs need; a word that it does not know is an error. It holds the
# archive against the formula's checksum, installs it below PREFIX and runs the formula's test. Prints the address that
# Homebrew would fetch.
require "digest"
require "fileutils"
require "open3"
require "pathname"
require "tmpdir"

module Installing
  def install(*files)
    FileUtils.mkdir_p(self)
    files.flatten.each do |file|
      renamed = file.is_a?(Hash) ? file : { file => File.basename(file) }
      renamed.each { |from, to| FileUtils.mv(from, join(to)) }
    end
    raise "nothing to install into #{self}" if files.flatten.empty?
  end
end

class Pathname
  include Installing
end

class Formula
  class << self
    attr_reader :steps
    %i[desc homepage version license url sha256].each do |word|
      define_method(word) { |*given| given.empty? ? facts[word] : facts[word] = given.first }
    end

    def facts = @facts ||= {}
    def on_macos = (yield if OS == "macos")
    def on_linux = (yield if OS == "linux")
    def on_arm = (yield if CPU == "arm")
    def on_intel = (yield if CPU == "intel")
    def test(&steps) = @steps = steps
  end

  attr_reader :testpath

  def initialize(prefix, testpath)
    @prefix = Pathname(prefix)
    @testpath = Pathname(testpath)
  end

  def version = self.class.version
  def bin = @prefix/"bin"
  def man1 = @prefix/"share/man/man1"
  def bash_completion = @prefix/"etc/bash_completion.d"
  def zsh_completion = @prefix/"share/zsh/site-functions"
  def fish_completion = @prefix/"share/fish/vendor_completions.d"

  def shell_output(command)
    out, status = Open3.capture2(command)
    raise "#{command} ended with #{status.exitstatus}:\n#{out}" unless status.success?
    out
  end

  def assert_match(expected, actual)
    raise "`#{expected}` is not in: #{actual}" unless actual.include?(expected)
  end
end

path, OS, CPU, archive, prefix = ARGV
load path
puts Mcpvals.url
exit if archive.nil?
raise "the checksum is another" unless Digest::SHA256.file(archive).hexdigest == Mcpvals.sha256

Dir.mktmpdir do |folder|
  formula = Mcpvals.new(prefix, folder)
  system("tar", "-xzf", archive, "--strip-components", "1", "-C", folder, exception: true)
  Dir.chdir(folder) do
    formula.install
    formula.instance_eval(&Mcpvals.steps)
  end
end
