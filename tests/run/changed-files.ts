import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'

/**
 * The files that differ from a commit, new ones included and removed ones not; without one from HEAD, or where nothing
 * does, from the commit before it. Throws a sentence where git knows no such commit.
 */
export function changedFiles(since?: string): string[] {
  if (since) return differing(since)
  const files = differing('HEAD')
  return files.length > 0 ? files : differing('HEAD~1')
}

function differing(commit: string): string[] {
  const changed = git('diff', '--name-only', commit)
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...changed, ...added])].filter(file => existsSync(join(root, file))).sort()
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.split('\n').filter(Boolean)
}
