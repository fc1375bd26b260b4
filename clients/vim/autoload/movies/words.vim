vim9script
# What the user reads: errors, states and titles. All clients of movie-server use the same words.
import autoload 'movies/server.vim'

# A sentence in the user's language, with values in place of the names in braces.
export def T(sentence: string, values: dict<any> = {}): string
  const language = matchstr(server.Locale(), '^\l\+')
  return get(get(g:movies#translations#tables, language, g:movies#translations#tables.en), sentence, sentence)
    ->substitute('{\(\l\+\)}', (m) => values->has_key(m[1]) ? printf('%s', values[m[1]]) : '', 'g')
enddef

# What to do about a program that does not start.
export def Install(): string
  return T('Install it, or set MOVIE_SERVER to its path.')->substitute('MOVIE_SERVER', server.Setting(), '')
enddef

# An error of the client itself.
export def Own(reason: string, detail = ''): dict<any>
  return {message: reason, data: {reason: reason, detail: detail}}
enddef

export def Reason(err: dict<any>): string
  return get(get(err, 'data', {}), 'reason', '')
enddef

# The sentences for an error; empty if it is none for the user.
export def Error(err: dict<any>): string
  const [data, reason] = [get(err, 'data', {}), Reason(err)]
  if reason =~# '^\(cancelled\|superseded\)$' | return '' | endif
  if reason ==# 'serverNotFound' && get(data, 'detail', '') !=# ''
    return T('{detail} cannot be started.', data) .. ' ' .. Install()
  endif
  if get(data, 'field', '') =~# '^\(from\|to\)$'
    return T('Days are written like 2026-01-31, months like 2026-01, years like 2026.')
  endif
  if get(data, 'field', '') =~# '^year' | return T('Years are written like 1990-1999.') | endif
  const choices = matchlist(get(err, 'message', ''), '^The member \(\a\+\) must be one of: \(.*\)\.$')
  if !empty(choices) | return T('{option} must be one of {choices}', {option: choices[1], choices: choices[2]}) | endif
  const sentence = get(g:movies#translations#tables.en, reason, '')
  const is_known = sentence !=# '' && (sentence !~# '{catalog}' || data->has_key('catalog'))
  return is_known ? T(reason, data) : get(err, 'message', '')
enddef

export var notice = 0 # the popup of the last message that was longer than the line

# Shows a message: on the line, or until the next key over it, in a box if it is longer than the screen is wide.
export def Tell(text: string, highlight = 'MoviesPopup')
  const width = strdisplaywidth(text)
  popup_close(notice)
  if width <= v:echospace | redraw | endif
  execute 'echohl' highlight
  echomsg text
  echohl None
  if width <= v:echospace | return | endif
  const place = width <= &columns ? {line: &lines, minwidth: &columns, border: [0, 0, 0, 0], padding: [0, 0, 0, 0]}
    : {line: &lines - 1, maxwidth: &columns - 6}
  notice = popup_notification(text, extendnew(place, {pos: 'botleft', col: 1, time: 0, highlight: highlight, filter: OnKey}))
  win_execute(notice, 'setlocal linebreak')
  redraw # so that Vim does not wait for Enter
  echo ''
enddef

# Nobody has pressed those keys with which Vim wakes itself up.
def OnKey(id: number, key: string): bool
  if key !~# "^\\(\<Ignore>\\|\<CursorHold>\\)$" | popup_close(id) | endif
  return false
enddef

# Shows an error, if it is one for the user.
export def Notify(err: dict<any>)
  if Error(err) !=# '' | Tell('movies: ' .. Error(err), 'ErrorMsg') | endif
enddef

# Says something, and `rest` if a line has room for it: that of messages, or else a whole one. A long title is cut, as far as
# that helps.
export def Say(sentence: string, values: dict<any> = {}, rest = '')
  const film = get(values, 'film', '')
  const Message = (name, after) => Join(' ', [T(sentence, extendnew(values, {film: name})), after])
  for [after, room] in [[rest, v:echospace], [rest, &columns], ['', v:echospace]]
    const text = Message(Cut(film, max([16, room - strdisplaywidth(Message('', after))])), after)
    if strdisplaywidth(text) <= room | Tell(text) | return | endif
  endfor
  Tell(Message(film, rest))
enddef

# A text that is cut to a width on the screen.
export def Cut(text: string, width: number): string
  return strdisplaywidth(text) <= width ? text : printf($'%.{max([width - 1, 0])}S…', text)
enddef

var OnChanged: func
# Asks for a text, and calls `OnChange` for each change of it. The list has the text, or nothing if the user gives up. With
# completion Vim does not tell an empty text from that.
export def Ask(prompt: string, text = '', completion = '', OnChange: func = (_) => 0): list<string>
  OnChanged = OnChange
  augroup movies_ask
    autocmd CmdlineChanged @ OnChanged(getcmdline())
  augroup END
  const none = "\<Esc>"
  redraw # a menu from which this was chosen goes away
  const answer = completion ==# '' ? inputdialog(prompt, text, none) : input(prompt, text, completion) ?? none
  autocmd! movies_ask
  redraw
  return answer ==# none ? [] : [trim(answer)]
enddef

# Asks a question, again after a wrong answer, whose problem has a line of its own. `Parse` makes of a text the problem, or '',
# and the value. The list has the value, or nothing if there is none.
export def AskFor(question: string, text: string, Parse: func, problem = ''): list<any>
  const answer = Ask(Join("\n", [problem, question]), text)
  if empty(answer) | return [] | endif
  const [wrong, value] = call(Parse, answer)
  return wrong ==# '' ? [value] : AskFor(question, answer[0], Parse, wrong)
enddef

export const silent = 'movie-server does not answer. :Movies restart starts it again.'
const Text = (value) => type(value) != v:t_dict ? value : value->has_key('name') ? value.name : $'{value.source} {value.value}'

# What the server does for a request, as far as it says so.
export def Activity(work: dict<any>): string
  return server.silence ==# 'lost' ? T(silent)
    : work->has_key('total') ? T('Importing… {done} of {total}', {done: Number(work.done), total: Number(work.total)})
    : get(work, 'kind', '') ==# 'search' ? T('Searching…') : T('Loading…')
enddef

export def Stale(result: dict<any>): string
  return result->has_key('stale') ? T('Offline: an earlier result') : ''
enddef

export def Number(count: number): string
  return substitute(string(count), '\d\zs\ze\(\d\{3}\)\+$', ',', 'g')
enddef

# A number and what it counts, of which there may be one.
export def Some(count: number, one: string, many: string): string
  return count == 1 ? T(one) : T(many, {count: Number(count)})
enddef

# The number of films of a page or a list.
export def Count(page: dict<any>): string
  if page.total == 0 | return T('No films found.') | endif
  const count = Number(page.total) .. (page->has_key('totalIsExact') ? '+' : '')
  return Join(' · ', [page.total == 1 ? T('1 film') : T('{count} films', {count: count}),
    page->has_key('correctedQuery') ? T('Results for “{query}”', {query: page.correctedQuery}) : '', Stale(page)])
enddef

export def IsDay(text: string): bool
  return strftime('%F', strptime('%F', text)) ==# text
enddef

export def Title(movie: dict<any>): string
  return get(movie, 'year', 0) > 0 ? $'{movie.title} ({movie.year})' : movie.title
enddef

# The star, or blanks as wide as it.
export def Star(movie: dict<any>): string
  return server.Film(movie.id).isFavorite ? '★ ' : repeat(' ', strdisplaywidth('★ '))
enddef

# The signs of what the user keeps about a film, as in clients/README.md.
export def Mark(movie: dict<any>): string
  const mark = server.Film(movie.id).mark
  const viewings = get(mark, 'viewings', 0)
  return Join(' ', [mark->has_key('watchlistedAt') ? '+' : '', viewings > 1 ? $'✓{viewings}' : viewings > 0 ? '✓' : '',
    mark->has_key('rating') ? $'{mark.rating}' : '', mark->has_key('hasNote') ? '✎' : ''])
enddef

# A viewing without its day and its film.
export def Viewing(viewing: dict<any>): string
  return Join(' · ', [viewing->has_key('rating') ? $'{viewing.rating}' : '',
    get(viewing, 'rewatch', false) ? T('again') : '', get(viewing, 'note', '')])
enddef

# Two columns: text padded to a width on the screen, and a note if there is one. Longer text stays whole.
export def Columns(text: string, width: number, note: string): string
  return note ==# '' ? text : printf('%-*S %s', width, text, note)
enddef

# Joins the parts that are not empty; a list, of texts, names or ratings, is one part, with commas.
export def Join(separator: string, parts: list<any>): string
  return parts->mapnew((_, part) => type(part) == v:t_list ? part->mapnew((_, each) => Text(each))->join(', ') : part)
    ->filter((_, part) => part !=# '')->join(separator)
enddef
