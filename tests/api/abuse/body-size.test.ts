import { describe, expect, it } from 'vitest'
import { masterEditor } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

describe('a body of somebody who has not signed in', () => {
  const portal = portalOfFile(emptyPortal)

  const large = (bytes: number) => JSON.stringify({ strategy: 'local', loginId: 'x', password: 'y'.repeat(bytes) })

  it('is read up to 64 kB only, on public routes too', async () => {
    for (const path of [
      'authentication',
      'forgotten-password',
      'new-password',
      'opt-out-mails',
      'masters/sbu',
      'quotes',
    ]) {
      const { status, body } = await portal.nobody.post(`/api/${path}`, large(70_000))
      expect([path, status, body.message]).toEqual([path, 413, 'The request is too large'])
    }
    expect((await portal.nobody.post('/api/authentication', large(50_000))).body.message).toBe(
      'Password must be at most 200 characters',
    )
  })

  it('is read up to 2 MB from who has signed in', async () => {
    const keeper = await masterEditor(portal)
    expect((await keeper.post('/api/masters/sbu', large(1_000_000))).status).toBe(400)
    expect((await keeper.post('/api/masters/sbu', large(2_200_000))).status).toBe(413)
  })
})
