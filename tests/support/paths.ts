import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'

const api = join(root, 'api')

/** Every path under /api that the code of the server names, so that none is served unseen. */
export function pathsInCode(): string[] {
  const found = new Set<string>()
  for (const file of readdirSync(api, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const code = readFileSync(join(api, file), 'utf8')
      .replace(/\/\*\*[\s\S]*?\*\//g, '')
      .replaceAll('\\/', '/')
    for (const [, path] of code.matchAll(/['`^]\/?(api\/[\w/.-]*\w)/g)) found.add(path!)
  }
  return [...found].sort()
}
