import { describe, expect, it } from 'vitest'
import type { Field } from '../../resources/define/fields.ts'
import { subjects } from '../../resources/registry.ts'

const fieldsOf = ({ fields, computed }: (typeof subjects)[number]) =>
  Object.entries({ ...fields, ...computed } as Record<string, Field>)

describe('the state of a row', () => {
  const states = subjects.flatMap(subject =>
    fieldsOf(subject).flatMap(([name, field]) =>
      field.kind === 'choice' && /(status|state)$/i.test(name) ? [{ at: `${subject.path} ${name}`, field }] : [],
    ),
  )
  it.each(states)('says of $at how a row in each of them is doing', ({ field }) => {
    expect(field.options!.filter(option => !field.tones?.[option])).toEqual([])
  })
})
