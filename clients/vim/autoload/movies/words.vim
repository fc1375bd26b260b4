vim9script
# What the user reads: errors, states and titles. All clients of movie-server use the same words.
import autoload 'movies/server.vim'

const key = 'Run “movie-server auth {catalog}” in a terminal, then restart the server.'
const old = 'This movie-server has another protocol version. Update it.'
const failed = '{catalog} has failed. Try again later.'
const sentences = {
  serverNotFound: 'movie-server was not found. Install it, or set MOVIE_SERVER to its path.',
  serverTooOld: old, protocolVersionUnsupported: old, serverGone: 'movie-server has ended: {detail}',
  catalogNotConfigured: '{catalog} needs a key. ' .. key,
  upstreamUnauthorized: '{catalog} rejects the key. ' .. key,
  upstreamUnreachable: '{catalog} cannot be reached. Check the network.',
  upstreamTimeout: '{catalog} did not answer in time. Try again.',
  upstreamRateLimited: 'Too many requests to {catalog}. Try again in a moment.',
  upstreamQuotaExceeded: 'The quota of the key for {catalog} is used up.',
  upstreamFailed: failed, upstreamInvalidResponse: failed,
  queryTooBroad: 'Too many films match. Type more.',
  movieNotFound: '{catalog} does not have this film.',
  unsupportedByCatalog: '{catalog} cannot do this.',
  posterUnavailable: 'There is no poster.',
  notLoggedIn: 'Log in first.',
  cancelled: '', superseded: '',
}

# An error of the client itself.
export def Own(reason: string, detail = ''): dict<any>
  return {message: reason, data: {reason: reason, detail: detail}}
enddef

# The sentence for an error; empty if it is none for the user.
export def Error(err: dict<any>): string
  const data = get(err, 'data', {})
  const sentence = get(sentences, get(data, 'reason', ''), get(err, 'message', ''))
  if sentence =~# '{catalog}' && !data->has_key('catalog') | return err.message | endif
  return substitute(sentence, '{\(\l\+\)}', (m) => get(data, m[1], ''), 'g')
enddef

# Shows an error, if it is one for the user.
export def Notify(err: dict<any>)
  if Error(err) ==# '' | return | endif
  echohl ErrorMsg | echomsg 'movies: ' .. Error(err) | echohl None
enddef

export def Activity(work: dict<any>): string
  return work.kind ==# 'search' ? 'Searching…' : 'Loading…'
enddef

export def Stale(result: dict<any>): string
  return result->has_key('stale') ? 'Offline: an earlier result' : ''
enddef

# The number of films of a page or a list.
export def Count(page: dict<any>): string
  if page.total == 0 | return 'No films found.' | endif
  const plus = page->has_key('totalIsExact') ? '+' : ''
  return Join(' · ', [page.total .. plus .. (page.total == 1 ? ' film' : ' films'), Stale(page)])
enddef

export def Title(movie: dict<any>): string
  return movie->has_key('year') ? $'{movie.title} ({movie.year})' : movie.title
enddef

# The star, or blanks as wide as it.
export def Star(movie: dict<any>): string
  return get(server.stars, movie.id, false) ? '★ ' : repeat(' ', strdisplaywidth('★ '))
enddef

# Two columns: text padded to a width on the screen, and a note if there is one. Longer text stays whole.
export def Columns(text: string, width: number, note: string): string
  return note ==# '' ? text : text .. repeat(' ', width - strdisplaywidth(text)) .. ' ' .. note
enddef

def Text(value: any): any
  return type(value) != v:t_dict ? value : value->has_key('name') ? value.name : $'{value.source} {value.value}'
enddef

# Joins the parts that are not empty; a list, of texts, names or ratings, is one part, with commas.
export def Join(separator: string, parts: list<any>): string
  return parts->mapnew((_, part) => type(part) == v:t_list ? part->mapnew((_, each) => Text(each))->join(', ') : part)
    ->filter((_, part) => part !=# '')->join(separator)
enddef
