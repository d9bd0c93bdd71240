import { describe, expect, it } from 'vitest'
import { cyclesOf, importsIn } from '../support/import-graph.ts'

const code = `import type { A } from './a.ts'
import { type B } from './b.ts'
import C, { type D } from './c.ts'
import './d.ts'
import type from './type.ts'
export * from './e.ts'
export { f } from './f.ts'
export type { G } from './g.ts'
export type * from './h.ts'
const later = () => import('./i.tsx')
const named = () => import(\`./j.ts\`)
const anyOf = (name: string) => import(name)
type K = import('./k.ts').K
// import './comment.ts'
const text = "import './text.ts'"
`

describe('the imports of a file', () => {
  it('load the named files, except for types', () => {
    expect(importsIn('a.ts', code)).toEqual({
      loaded: ['./b.ts', './c.ts', './d.ts', './type.ts', './e.ts', './f.ts'],
      later: ['./i.tsx', './j.ts'],
      types: ['./a.ts', './g.ts', './h.ts'],
    })
  })

  it('are read from JSX too, and a file that cannot be read is named', () => {
    const screen = `import { lazy } from 'react'\nconst Page = lazy(() => import('./page.tsx'))\nexport const a = <Page />\n`
    expect(importsIn('a.tsx', screen)).toEqual({ loaded: ['react'], later: ['./page.tsx'], types: [] })
    expect(() => importsIn('odd.ts', 'import {')).toThrow('odd.ts')
  })
})

describe('import cycles', () => {
  it('are the sets of files that all reach each other, and files that import themselves', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a', 'e']],
      ['d', ['e']],
      ['e', ['f']],
      ['f', ['f']],
      ['g', ['a', 'h']],
      ['h', ['g']],
    ])
    expect(cyclesOf(graph)).toEqual([['a', 'b', 'c'], ['f'], ['g', 'h']])
  })

  it('do not include files that are only reached by two paths', () => {
    const ways = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d']],
      ['d', []],
    ])
    expect(cyclesOf(ways)).toEqual([])
  })
})
