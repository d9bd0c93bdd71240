import { expect, it } from 'vitest'
import { conflictsAmong, roleConflicts } from '../../resources/role-conflicts.ts'

it('the declared access has four pairs of roles that propose and confirm the same, and one that gives the other', () => {
  expect(roleConflicts.map(({ roles }) => roles)).toEqual([
    ['SYS_ADMIN', 'MASTER_ADMIN'],
    ['SYS_ADMIN', 'CREDIT_CONTROLLER'],
    ['SYS_ADMIN', 'FINANCE'],
    ['MASTER_ADMIN', 'DISPATCH'],
    ['CREDIT_CONTROLLER', 'FINANCE'],
  ])
})

it('only both roles of a pair are a conflict', () => {
  expect(conflictsAmong(['SYS_ADMIN', 'AUDITOR'])).toEqual([])
  expect(conflictsAmong(['FINANCE', 'QA', 'SYS_ADMIN']).map(({ sentence }) => sentence)).toEqual([
    'Conflict of duties between IT administrator and Finance: one proposes what the other confirms in Settings and Payment Accounts',
  ])
})
