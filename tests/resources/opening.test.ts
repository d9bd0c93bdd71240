import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const admin = join(import.meta.dirname, '../../admin')
const textOf = (file: string) => readFileSync(join(admin, file), 'utf8')

/** The drawers and dialogs that a file opens once their code is loaded, and what stands for each meanwhile. */
function openedLater(file: string) {
  const text = textOf(file)
  const loaded = [...text.matchAll(/const (\w+) = lazy\(([^=]*=> )?[^']*import\('([^']+)'\)/g)]
  return loaded.flatMap(([, name, , target]) => {
    const shown = textOf(join(dirname(file), target!))
    if (!/<(\w*(Drawer|Modal|Dialog)|dialog)\b/.test(shown)) return []
    return [...text.matchAll(new RegExp(`<${name}\\b[^<]*?onClose=`, 'g'))].map(({ index }) => {
      const before = text.slice(0, index)
      return { at: `${file}: ${name}`, holder: before.slice(before.lastIndexOf('<Suspense')) }
    })
  })
}

it('Escape takes back every drawer and dialog while its code is still loading', () => {
  const opened = globSync('**/*.tsx', { cwd: admin }).flatMap(openedLater)
  expect(opened.length).toBeGreaterThan(15)
  expect(opened.filter(({ holder }) => !holder.includes('<Opening')).map(({ at }) => at)).toEqual([])
})
