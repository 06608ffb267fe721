/** `completion SHELL`: prints the script with which a shell completes commands of this program. */
import { Argument } from 'commander';
import { defineCommand } from '../options/create-command.ts';
import { COMPLETE_WORD, CURRENT } from '../options/words.ts';

/**
 * A script calls the program for the words that can follow. The program prints one value with its meaning per line, then a
 * line with what the shell should offer in addition, such as files. The word at the cursor is the first argument, since
 * shells drop an empty last one.
 */
const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const;

export const completionCommand = defineCommand('completion', {
  summary: 'print the script that makes a shell complete commands',
  description:
    'Prints a script for a shell. With it, the Tab key completes commands, flags, kinds, files, time zones, rules, ' +
    'runs, settings and profiles. Nothing is ever asked of a platform.',
  examples: [
    ['examctl completion bash > ~/.local/share/bash-completion/completions/examctl', 'for every bash from now on'],
    ['examctl completion zsh > ~/.zfunc/_examctl', 'for zsh, in a folder of its fpath'],
    ['examctl completion fish > ~/.config/fish/completions/examctl.fish', 'for fish'],
    ['examctl completion pwsh >> $PROFILE', 'for PowerShell'],
  ],
  takes: (command) => command.addArgument(new Argument('<shell>', 'which shell').choices(SHELLS)),
  work: async ({ output }, shell: (typeof SHELLS)[number]) => {
    await output.data(SCRIPTS[shell]);
  },
});

const SCRIPTS = {
  bash: `# Completion of examctl for bash. Load it with: source <(examctl completion bash)
_examctl() {
  local line quote last='' current="\${COMP_WORDS[COMP_CWORD]}"
  local -a before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  # Bash gives words as they are typed, with their quotes.
  for quote in '\\' "'" '"'; do before=("\${before[@]//"$quote"/}"); done
  [[ $current == '=' ]] && current=''
  COMPREPLY=()
  while IFS= read -r line; do
    [[ -n $last ]] && COMPREPLY+=("$(printf '%q' "\${last%%$'\\t'*}")")
    last=$line
  done < <(examctl ${COMPLETE_WORD} "${CURRENT}$current" "\${before[@]}" 2>/dev/null)
  case $last in
    :files) compopt -o default 2>/dev/null ;;
    :folders) compopt -o plusdirs 2>/dev/null ;;
  esac
}
complete -F _examctl examctl
`,
  zsh: `#compdef examctl
# Completion of examctl for zsh. Load it with: source <(examctl completion zsh)
_examctl() {
  local line kind
  local -a lines found
  lines=("\${(@f)$(examctl ${COMPLETE_WORD} "${CURRENT}\${(Q)words[CURRENT]}" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)}")
  kind=$lines[-1]
  for line in "\${(@)lines[1,-2]}"; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( $#found )) && _describe 'examctl' found
  [[ $kind == :f* ]] && compset -P '--*='
  case $kind in
    :files) _files ;;
    :folders) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _examctl ]]; then _examctl "$@"; else compdef _examctl examctl; fi
`,
  fish: `# Completion of examctl for fish. Load it with: examctl completion fish | source
function __examctl_complete
    set -l current (commandline -ct)
    set -l before (commandline -opc)
    set -l lines (examctl ${COMPLETE_WORD} "${CURRENT}$current" $before[2..-1] 2>/dev/null)
    for line in $lines
        string match -qr '^:' -- $line; or echo $line
    end
    switch "$lines[-1]"
        case :files
            __fish_complete_path $current
        case :folders
            __fish_complete_directories $current
    end
end
complete -c examctl -f -a '(__examctl_complete)'
`,
  pwsh: `# Completion of examctl for PowerShell. Load it with: examctl completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName examctl -ScriptBlock {
    param($current, $ast, $position)
    $before = @($ast.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_".Trim('"', "'") })
    $lines = @(& examctl ${COMPLETE_WORD} "${CURRENT}$current" @before 2>$null)
    foreach ($line in $lines) {
        if ($line.StartsWith(':')) { continue }
        $value, $meaning = $line.Split("\`t", 2)
        if (-not $meaning) { $meaning = $value }
        $text = if ($value -match '[^\\w@%+=:,./-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $meaning)
    }
    # Without an answer PowerShell offers files.
    if ($lines.Count -eq 1 -and $lines[0] -eq ':none') { '' }
}
`,
} as const;
