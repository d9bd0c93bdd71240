import { describe, expect, it } from 'vitest'
import type { Field } from '../../resources/define/fields.ts'
import { problemWith } from '../../resources/define/validate.ts'
import { resources } from '../../resources/registry.ts'

describe('a text of a hundred thousand characters', () => {
  const repeated = ['a', '1', '/', '@', '.', '-', ' ', 'A1', 'a@', '1.', '%'].map(part =>
    part.repeat(100_000 / part.length),
  )
  const texts = resources.flatMap(resource =>
    Object.entries(resource.fields)
      .filter(([, field]) => field.kind === 'text')
      .map(([name, field]) => ({ name: `${resource.name} ${name}`, field })),
  )
  it('is refused by every field at once, also where it may be as long', () => {
    const slow: string[] = []
    for (const { name, field } of texts) {
      // Time of the processor, because the machine may be at work on something else.
      const before = process.cpuUsage()
      for (const text of repeated) problemWith({ ...field, max: 1_000_000 } as Field, text)
      const { user, system } = process.cpuUsage(before)
      if (user + system > 200_000) slow.push(name)
    }
    expect(slow).toEqual([])
  })
})
