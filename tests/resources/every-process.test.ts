import { describe, expect, it } from 'vitest'
import { valuesIn } from '../../resources/define/condition.ts'
import type { AnyProcess, Step } from '../../resources/define/process/process.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { may } from '../../resources/define/rights.ts'
import type { Role } from '../../resources/define/vocabulary.ts'
import { resourceNamed, resources } from '../../resources/registry.ts'

import { roles as allRoles } from '../../resources/roles.ts'

const files = import.meta.glob<Record<string, unknown>>('../../resources/**/*-process.ts', { eager: true })
const isProcess = (value: unknown): value is AnyProcess =>
  typeof value === 'object' && value !== null && 'states' in value && 'steps' in value
const processes = Object.values(files).flatMap(file => Object.values(file).filter(isProcess))

const stepsOf = ({ steps }: AnyProcess) => Object.entries(steps as Readonly<Record<string, Step>>)
const statesOf = ({ states }: AnyProcess) => Object.keys(states)
/** Where its state stands: an LR has several. */
const statusOf = ({ fields }: Resource) => fields.status ?? fields.deliveryStatus!

/** Records with states that are no process: they are worked by the portal alone, are SAP's, or several at once. */
const ofNoProcess = [
  ...['message-log', 'sap-outbox', 'idempotency-key', 'sap-sync-run', 'report-file', 'pod-batch', 'coa-batch'],
  ...[
    'approval-task',
    'access-request',
    'sap-delivery',
    'passport-link',
    'payment-cart',
    'payment-task',
    'payment-capture',
    'coa-document',
  ],
  'rate-contract-errors',
  'closing',
  'eway-bill',
  'eway-call',
]

/** Who takes steps of records that they read by a capability only: the IT administrator handles orders stuck for SAP. */
const byCapability: Readonly<Record<string, readonly Role[]>> = { order: ['SYS_ADMIN'] }

it('every record that has a status has a process, or is worked without steps of people', () => {
  const withStatus = resources.filter(({ fields }) => fields.status?.kind === 'choice').map(({ name }) => name)
  const without = withStatus.filter(name => !processes.some(({ of }) => of === name))
  expect(without.toSorted()).toEqual(ofNoProcess.toSorted())
})

describe.each(processes.map(process => [process.of, process] as const))('the process of %s', (of, process) => {
  const resource = resourceNamed(of)

  it('has the states of its resource', () => {
    expect(statusOf(resource).options).toEqual(statesOf(process))
    expect(statusOf(resource).default).toBe(process.start)
  })

  it('names only its own states, in steps and in sets', () => {
    const named = [
      ...stepsOf(process).flatMap(([, { from, to = [] }]) => [...from, ...[to].flat()]),
      ...Object.values(process.sets as Record<string, string[]>).flat(),
    ]
    expect(named.filter(state => !statesOf(process).includes(state))).toEqual([])
  })

  it('is called by one word, and taken by roles that read its rows', () => {
    expect(process.noun, 'the noun of a process is one word, which its requests and counts are said with').toMatch(
      /^\w+$/,
    )
    const roles = stepsOf(process).flatMap(([, { by }]) => by.filter((actor): actor is Role => actor in allRoles))
    expect(roles.filter(role => !may(resource.access, role, 'R') && !byCapability[of]?.includes(role))).toEqual([])
  })

  it('has a way to each of its states, and a state for each of its steps', () => {
    const reached = [process.start, ...stepsOf(process).flatMap(([, { to = [] }]) => to)]
    expect(statesOf(process).filter(state => !reached.includes(state))).toEqual([])
    const nowhere = stepsOf(process).filter(([, { from, to }]) => from.length === 0 && to !== process.start)
    expect(nowhere).toEqual([])
  })

  it('lets go, in a state that no step leaves, of the masters that it names', () => {
    const left = stepsOf(process).flatMap(([, { from, to }]) => (to === undefined ? [] : from))
    const final = statesOf(process).filter(state => !left.includes(state))
    expect(final.filter(state => process.sets.inUse.includes(state))).toEqual([])
    const { openIf } = resource
    const names = Object.values(resource.fields).some(
      ({ to }) => to !== undefined && to !== 'user' && to !== 'self' && resourceNamed(to).kind === 'master',
    )
    const open = openIf === undefined || openIf === 'never' ? [] : [openIf].flat()
    const inUse = open.flatMap(condition => valuesIn(condition.status ?? condition.deliveryStatus ?? null))
    if (names)
      expect(inUse, `${of} names masters: say openIf: openWhile(…) with its process`).toEqual(
        expect.arrayContaining([...process.sets.inUse]),
      )
  })

  it('is due by days and instants of its resource', () => {
    const columns = stepsOf(process).flatMap(([, { due }]) => (due ? [due.after] : []))
    const wrong = columns.filter(name => !['date', 'instant'].includes(resource.fields[name]?.kind ?? ''))
    expect(wrong).toEqual([])
    const byOthers = stepsOf(process).filter(([, { due, by }]) => due && !by.includes('system'))
    expect(byOthers).toEqual([])
  })

  it('calls a step as the action of its resource by which it is taken', () => {
    const taken = stepsOf(process).filter(([name]) => Object.hasOwn(resource.actions, name))
    expect(taken.map(([name]) => [name, resource.actions[name]!.label])).toEqual(
      taken.map(([name, { label }]) => [name, label]),
    )
  })
})
