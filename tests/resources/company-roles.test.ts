import { createMongoAbility } from '@casl/ability'
import { describe, expect, it } from 'vitest'
import { abilityOf } from '../../api/derive/rights/ability.ts'
import { companyRights, lettersLeft } from '../../resources/access-control/company-rights.ts'
import {
  type CompanyRoleCode,
  companyRoleCodes,
  companyRoles,
  companyRolesOf,
  headOfCompany,
} from '../../resources/access-control/company-roles.ts'
import { can, capabilities } from '../../resources/capabilities.ts'
import { type Letter, rights } from '../../resources/define/rights.ts'
import { resourceAt, subjects } from '../../resources/registry.ts'
import type { Role } from '../../resources/roles.ts'

const within = (roles: readonly CompanyRoleCode[]) => ({ ...headOfCompany, roles })
const abilityIn = (role: Role, roles: readonly CompanyRoleCode[]) =>
  abilityOf({ roles: [role], held: [], asked: null, company: within(roles) })

/** What each company role may do of what people ask for most, in letters. */
// biome-ignore format: a table, one row a line
const expected: Readonly<Record<string, Partial<Record<CompanyRoleCode, string>>>> = {
  orders:                                  { HEAD: 'RCU', BUYER: 'RCU', APPROVER: 'R', QUALITY: 'R' },
  'order-lines':                           { HEAD: 'R', BUYER: 'R', APPROVER: 'R', QUALITY: 'R' },
  'masters/frequently-purchased-items':    { HEAD: 'RCUDX', BUYER: 'RCUDX' },
  'masters/customer-annexure':             { HEAD: 'RA', BUYER: 'R', APPROVER: 'RA' },
  'payment-carts':                         { HEAD: 'RCA', PAYER: 'RCA' },
  'payment-allocations':                   { HEAD: 'R', PAYER: 'R' },
  'transaction-view/payment-captures':     { HEAD: 'R', PAYER: 'R' },
  'capture-allocations':                   { HEAD: 'R', PAYER: 'R' },
  'complaints/ar-dispute':                 { HEAD: 'RCU', PAYER: 'RCU' },
  'mis/outstanding':                       { HEAD: 'RX', PAYER: 'RX' },
  complaints:                              { HEAD: 'RCU', QUALITY: 'RCU' },
  'coa/certificates':                      { HEAD: 'R', QUALITY: 'R' },
  invoices:                                { HEAD: 'R', BUYER: 'R', APPROVER: 'R', PAYER: 'R', QUALITY: 'R' },
  shipments:                               { HEAD: 'R', BUYER: 'R', APPROVER: 'R', PAYER: 'R', QUALITY: 'R' },
  'access-control/company-person':         { HEAD: 'R', BUYER: 'R', APPROVER: 'R', PAYER: 'R', QUALITY: 'R' },
}
// biome-ignore format: a table, one row a line
const ofTransporters: typeof expected = {
  lrs:                                     { HEAD: 'R', DESK: 'R', BILLS: 'R' },
  pods:                                    { HEAD: 'RC', DESK: 'RC', BILLS: 'R' },
  'tracking-events':                       { HEAD: 'RIX', DESK: 'RIX' },
  'dispatches/lr-transporter-bill':        { HEAD: 'RCIX', BILLS: 'RCIX' },
  'mis/view-freight-report':               { HEAD: 'RX', BILLS: 'RX' },
  'access-control/company-person':         { HEAD: 'R', DESK: 'R', BILLS: 'R' },
}

describe.each([
  ['CUSTOMER', 'CUSTOMER', expected],
  ['DISTRIBUTOR', 'CUSTOMER', expected],
  ['TRANSPORTER', 'TRANSPORTER', ofTransporters],
] as const)('the company roles of a %s', (role, kind, table) => {
  it.each(companyRolesOf(kind))('%s gives what is expected and nothing else', code => {
    const ability = abilityIn(role, [code])
    for (const [path, letters] of Object.entries(table)) {
      const found = (Object.keys(rights) as Letter[]).filter(letter => ability.can(rights[letter], path)).sort()
      expect([path, found.join('')]).toEqual([path, [...(letters[code] ?? '')].sort().join('')])
    }
  })

  it('never give more than the company has', () => {
    for (const code of companyRoleCodes)
      for (const resource of subjects)
        for (const right of Object.values(rights))
          if (abilityIn(role, [code]).can(right, resource.path))
            expect([
              resource.path,
              right,
              createMongoAbility(abilityIn(role, ['HEAD']).rules as never).can(right, resource.path),
            ]).toEqual([resource.path, right, true])
  })

  it('add up', () => {
    const both = companyRolesOf(kind).filter(code => code !== 'HEAD')
    for (const path of Object.keys(table))
      for (const letter of Object.keys(rights) as Letter[])
        expect([path, letter, abilityIn(role, both).can(rights[letter], path)]).toEqual([
          path,
          letter,
          both.some(code => abilityIn(role, [code]).can(rights[letter], path)),
        ])
  })
})

it('company roles name resources that their company has', () => {
  for (const code of companyRoleCodes) {
    const paths = Object.keys(companyRights[code].rights ?? {})
    const roles: readonly Role[] = (companyRoles[code].of as readonly string[]).includes('CUSTOMER')
      ? ['CUSTOMER', 'DISTRIBUTOR']
      : ['TRANSPORTER']
    for (const path of paths) {
      const had = roles.flatMap(role => [...(resourceAt(path)?.access[role] ?? '')])
      const given = roles.flatMap(role => lettersLeft(role, [code], resourceAt(path)!))
      expect([code, path, had.length > 0 && given.every(letter => had.includes(letter))]).toEqual([code, path, true])
    }
  }
})

it('whoever looks after quality reads goods without prices, and with another role the prices too', () => {
  for (const [path, names] of [
    ['orders', ['grossValue', 'poAttachmentId']],
    ['order-lines', ['netPrice', 'manualDiscountPct']],
    ['invoices', ['grossValue']],
    ['invoice-lines', ['unitPrice', 'taxValue']],
  ] as const) {
    for (const name of names) {
      expect([path, name, abilityIn('CUSTOMER', ['QUALITY']).can('read', path, name)]).toEqual([path, name, false])
      expect(abilityIn('CUSTOMER', ['QUALITY', 'BUYER']).can('read', path, name)).toBe(true)
    }
    expect(abilityIn('CUSTOMER', ['QUALITY']).can('read', path, 'id')).toBe(true)
  }
})

it('capabilities of the company are left to the roles that name them, and all to the head', () => {
  const named: readonly string[] = companyRoleCodes.flatMap(code => companyRoles[code].capabilities)
  expect(named.filter(name => !(name in capabilities))).toEqual([])
  const holds = (roles: readonly CompanyRoleCode[]) =>
    (Object.keys(capabilities) as (keyof typeof capabilities)[]).filter(capability =>
      can({ roles: ['CUSTOMER'], company: within(roles) }, capability),
    )
  expect(holds(['HEAD'])).toEqual(holds(companyRoleCodes))
  expect(holds(['HEAD'])).toContain('keepOwnCompany')
  expect(holds(['BUYER'])).toEqual(expect.arrayContaining(['simulateOrders', 'choosePartyWillCollect']))
  expect(holds(['QUALITY'])).toEqual([])
  expect(holds(['BUYER', 'PAYER', 'QUALITY', 'APPROVER'])).not.toContain('keepOwnCompany')
})
