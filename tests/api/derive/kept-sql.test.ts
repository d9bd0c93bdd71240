import { describe, expect, it } from 'vitest'
import { keptSql } from '../../../api/derive/list/kept-sql.ts'
import type { ListQuery } from '../../../api/derive/list/query.ts'
import type { Person } from '../../../api/derive/rights/person.ts'

/** A reader whose rights are this object, and a function that tells how often a statement was made for them. */
const reader = (ability: object, day = '2026-11-23') => ({ person: { ability } as Person, day })

function counted(varies = false) {
  let made = 0
  return { compile: () => ({ sql: `select ${++made}`, bindings: [], varies }), made: () => made }
}

describe('the statement of a list', () => {
  const query = Object.freeze({}) as ListQuery
  const rights = {}

  it('is made once for the same query, rights, part and day', () => {
    const { compile, made } = counted()
    for (let time = 0; time < 3; time++) keptSql(query, reader(rights), 'page', compile)
    expect(made()).toBe(1)
  })

  it('is made anew for other rights, another part and another day', () => {
    const { compile, made } = counted()
    const own = Object.freeze({}) as ListQuery
    keptSql(own, reader(rights), 'page', compile)
    keptSql(own, reader({}), 'page', compile)
    keptSql(own, reader(rights), 'count', compile)
    keptSql(own, reader(rights, '2026-11-24'), 'page', compile)
    expect(made()).toBe(4)
  })

  it('is made anew each time where it names the rows of one person, and for a query that can still change', () => {
    const varying = counted(true)
    const own = Object.freeze({}) as ListQuery
    for (let time = 0; time < 2; time++) keptSql(own, reader(rights), 'page', varying.compile)
    const open = counted()
    const changeable = {} as ListQuery
    for (let time = 0; time < 2; time++) keptSql(changeable, reader(rights), 'page', open.compile)
    expect([varying.made(), open.made()]).toEqual([2, 2])
  })
})
