import type { Context } from 'koa'
import { forbidden } from '../errors.ts'
import { downloadAs } from '../stored-files.ts'

/** Throws 403 while an administrator views the portal as another person, when nothing may be changed or downloaded. */
export function refuseWhileViewing(ctx: Context) {
  const { viewing, person } = (ctx.feathers ?? {}) as { viewing?: object; person?: { name: string } }
  if (!viewing || !person) return
  throw forbidden(
    `You are viewing the portal as ${person.name}: nothing can be changed or exported. End the view first.`,
    'VIEWING_AS',
  )
}

/** Makes the answer a file that the browser saves under this name. Every download of the server goes through here. */
export function offerFile(ctx: Context, name: string, type: string) {
  refuseWhileViewing(ctx)
  ctx.type = type
  ctx.set('Content-Disposition', downloadAs(name))
  ctx.set('X-Content-Type-Options', 'nosniff')
}
