-- Calls the extension as Quarto does, for a web page in a folder and for paper, with the few functions of Pandoc and Quarto that it calls.
local isWeb = true
pandoc = {
  utils = { stringify = tostring },
  Para = function(text) return text end,
  RawBlock = function(format, text)
    assert(format == 'html')
    return text
  end,
}
quarto = {
  doc = { is_format = function(name) return isWeb and name == 'html:js' end },
  project = { offset = '..' },
}

local shortcode = dofile('tumble.lua').tumble
local named = { src = '/scene.json', alt = 'A "ball" meets a tower' }
print(shortcode({}, named))
isWeb = false
print(shortcode({}, named))
