import { describe, expect, it } from 'vitest'
import '../../../api/rooms.ts'
import { behaviourOf, extend } from '../../../api/derive/extend.ts'
import { unmatchedBehaviours } from '../../../api/derive/validate-behaviours.ts'
import { action } from '../../../resources/define/action.ts'
import { has } from '../../../resources/define/computed.ts'
import { money, text } from '../../../resources/define/fields.ts'
import { report } from '../../../resources/define/report.ts'
import { resource } from '../../../resources/define/resource.ts'
import { products } from '../../../resources/masters/products.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { subjects } from '../../../resources/registry.ts'

const gauge = resource({
  group: 'masters',
  name: 'gauge',
  title: 'Gauges',
  purpose: 'What a test extends.',
  fields: { code: text() },
  key: ['code'],
  computed: { average: money(), isUsed: has(products, 'channelId') },
  actions: { reset: action({ label: 'Reset', letter: 'U' }) },
  access: {},
})
const sums = report({
  name: 'sums',
  title: 'Sums',
  purpose: 'A report of a test.',
  fields: { code: text() },
  period: { field: 'code', opens: 'last-1-days' },
  access: {},
})
const done = async () => undefined
const query = () => undefined as never

describe('the behaviour of resources', () => {
  it('is attached exactly to the resources that declare some', () => {
    const declaring = subjects.filter(({ actions, computed }) => Object.keys({ ...actions, ...computed }).length > 0)
    expect(declaring.length).toBeGreaterThan(20)
    expect(unmatchedBehaviours(subjects, behaviourOf)).toEqual([])
  })

  it('is reported by name when it is declared but not attached', () => {
    expect(unmatchedBehaviours([gauge, sums], () => ({}))).toEqual([
      'gauge declares the action reset, which has no behaviour',
      'gauge declares the computed column average without its SQL',
      'sums is a report without a query',
    ])
    const whole = { actions: { reset: done }, computed: { average: query } }
    expect(unmatchedBehaviours([gauge], () => whole)).toEqual([])
    expect(unmatchedBehaviours([sums], () => ({ query }))).toEqual([])
  })

  it('is refused when nothing of that name is declared', () => {
    const whole = { actions: { reset: done, melt: done }, computed: { average: query, isUsed: query }, query }
    expect(unmatchedBehaviours([gauge], () => ({ ...whole, commands: ['create'] }))).toEqual([
      'gauge is extended with the action melt, which is not declared',
      'gauge is extended with the computed column isUsed, which is not declared',
      'gauge is extended with a query, but is no report',
      'gauge is extended with commands, but without a service that has them',
    ])
  })

  it('is attached at most once of each kind', () => {
    expect(behaviourOf(transporter).check).toBeTypeOf('function')
    expect(() => extend(transporter, { check: done })).toThrow('transporter is extended twice with check')
  })

  it('of an undeclared name does not compile', () => {
    // @ts-expect-error: no such action is declared
    const wrongAction = () => extend(gauge, { actions: { reset: done, melt: done } })
    // @ts-expect-error: the declared action is missing
    const noAction = () => extend(gauge, { actions: {} })
    // @ts-expect-error: there is no such column
    const wrongColumn = () => extend(gauge, { computed: { median: query } })
    expect([wrongAction, noAction, wrongColumn]).toHaveLength(3)
  })
})
