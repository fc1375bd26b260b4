std = "luajit"
globals = { "vim" }
max_line_length = 130
files["lua/movies/translations.lua"] = { max_line_length = false } -- sentences
