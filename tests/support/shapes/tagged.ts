import { globSync, readFileSync } from 'node:fs'

/**
 * The files of the API tests in which a test has one of these tags, as paths from the root. Vitest filters tests by tag
 * only once it has loaded all files that it was given.
 */
export function taggedFiles(...tags: string[]): string[] {
  const names = tags.join('|')
  const tag = new RegExp(`@module-tag (?:${names})\\b|\\btags: (?:\\[[^\\]]*)?'(?:${names})'`)
  return globSync('tests/api/**/*.test.ts')
    .filter(file => tag.test(readFileSync(file, 'utf8')))
    .sort()
}
