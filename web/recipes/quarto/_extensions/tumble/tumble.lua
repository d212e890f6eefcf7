-- Quarto: {{< tumble scene="tennis-racket" step="192" >}} becomes a figure in HTML, and its sentence elsewhere. The files of the package's lib/
-- stand in the project's folder tumble/, which _quarto.yml names under resources.
local attributes = { 'scene', 'src', 'link', 'show', 'step', 'start', 'end', 'rate', 'select', 'camera', 'controls', 'alt' }

local function escaped(text)
  return (text:gsub('&', '&amp;'):gsub('"', '&quot;'):gsub('<', '&lt;'))
end

return {
  ['tumble'] = function(_, named)
    local alt = pandoc.utils.stringify(named['alt'] or '')
    if not quarto.doc.is_format('html:js') then
      return pandoc.Para(alt)
    end
    local tag = '<script type="module" src="' .. (quarto.project.offset or '.') .. '/tumble/tumble-scene.js"></script><tumble-scene'
    for _, name in ipairs(attributes) do
      local value = pandoc.utils.stringify(named[name] or '')
      if value ~= '' then
        tag = tag .. ' ' .. name .. '="' .. escaped(value) .. '"'
      end
    end
    return pandoc.RawBlock('html', tag .. '></tumble-scene>')
  end,
}
