// Recurring elements of the HTML page; see html_page.h.

#include "reports/html_page.h"

#include "base/text.h"

namespace weft {

std::string html_text(std::string_view text) { return escape_html(visible(text)); }

std::string html_name(std::string_view text) { return "<bdi>" + html_text(text) + "</bdi>"; }

static std::string printed(std::string text) {
  if (text.ends_with(" us")) text.replace(text.size() - 2, 1, "µ");
  return html_text(text);
}

std::string html_value(const NumberScale& scale, double value) {
  return printed(scale.with_unit(value));
}

std::string html_time(Nanos time) { return printed(text(time)); }

std::string html_verdict(Verdict verdict) {
  return fmt::format(
      "<span class=\"verdict {0}\"><svg aria-hidden=\"true\"><use href=\"#is-{0}\"/>"
      "</svg>{0}</span>",
      word(verdict));
}

void HtmlPage::begin_section(std::string_view id, std::string_view title, std::string_view aside) {
  add("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}", id, title);
  if (!aside.empty()) add(" <small>{}</small>", aside);
  raw("</h2>\n");
}

void HtmlPage::term(std::string_view title, std::string_view html) {
  if (!html.empty()) add("<div><dt>{}</dt><dd>{}</dd></div>\n", title, html);
}

void HtmlPage::and_more(std::size_t all, std::size_t shown) {
  if (all > shown)
    add("<p class=\"more\">and {} more; run.json has all of them</p>\n",
        thousands(static_cast<std::int64_t>(all - shown)));
}

}  // namespace weft
