vim9script
# What the tests of the plugin share. Each test runs in a Vim of its own.
export const plugin = expand('<sfile>:p:h:h')
export const transcripts = fnamemodify(plugin, ':h') .. '/transcripts/'

export def Wait(Condition: func, what: string)
  for _ in range((str2nr($DEADLINE_MS) ?? 120000) / 5)
    if Condition()
      return
    endif
    sleep 5m
  endfor
  throw $'did not happen in time: {what}; the buffer {bufname()} has' .. "\n" .. getline(1, '$')->join("\n")
enddef

export def Check(condition: bool, what: any = '')
  if !condition
    throw 'failed: ' .. string(what)
  endif
enddef

export def Runs(pid: number): bool
  return isdirectory($'/proc/{pid}') && readfile($'/proc/{pid}/stat')[0] !~# ') Z '
enddef

# Runs the test $TEST and ends Vim. Wherever an error occurs, in a callback too, it is a failure.
export def Run()
  try
    call($'g:Test_{$TEST}', [])
    if v:errmsg !=# '' && v:errmsg !~# '^movies: '
      throw v:errmsg
    endif
  catch
    writefile([$TEST .. ': ' .. v:exception, v:throwpoint], '/dev/stderr')
    cquit!
  endtry
  qall!
enddef
