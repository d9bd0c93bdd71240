import { describe, expect, it } from 'vitest'
import { shapesOf } from '../support/shapes/shapes.ts'

const sameAs = (one: string, other: string) => expect(shapesOf(one)).toEqual(shapesOf(other))

describe('the shape of a statement', () => {
  it('is the same whatever its values, and however many they are', () => {
    sameAs(
      "select * from `lr` where `id` in (?, ?, ?) and `no` = 'it''s'",
      'select * from `lr` where `id` in (?) and `no` = ?',
    )
    sameAs('insert into `a` (`b`, `c`) values (?, DEFAULT), (?, 7)', 'insert into `a` (`b`, `c`) values (?, ?)')
    sameAs('select 1 where `a` like ? or `a` like ? or `a` like ?', 'select 2 where `a` like ?')
    sameAs(
      'update `a` set `b` = case when `id` = ? then ? when `id` = ? then ? end',
      'update `a` set `b` = case when `id` = ? then ? end',
    )
    sameAs('SAVEPOINT trx12;', 'savepoint trx3;')
  })

  it('is another one where other columns or tables are asked', () => {
    expect(shapesOf('select `a` from `b`')).not.toEqual(shapesOf('select `a` from `c`'))
    expect(shapesOf('insert into `a` (`b`) values (?)')).not.toEqual(
      shapesOf('insert into `a` (`b`, `c`) values (?, ?)'),
    )
  })

  it('leaves each select within it, and each part of a union, to a shape of its own', () => {
    expect(shapesOf('select `a` from `b` where `c` in (select `d` from `e` where `f` = 1) union all select 2')).toEqual(
      ['select `a` from `b` where `c` in {select}', 'select ?', 'select `d` from `e` where `f` = ?'],
    )
    sameAs(
      'select 1 from `a` where ((`b` in (select 1 from `c`)) or (`b` in (select 1 from `d`)))',
      'select 1 from `a` where (`b` in (select 1 from `c` union select 1 from `d`))',
    )
  })
})
