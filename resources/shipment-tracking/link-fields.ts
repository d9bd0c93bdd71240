import { text } from '../define/fields.ts'

/** The secret part of a link in a message. Whoever guesses is told of a missing one what they are told of a wrong one. */
export const secretPart = text({ max: 400, optional: true, hint: 'The secret part of the link' })
/** Wrong links are counted where links are opened; a message that many of a town open at once shuts nobody out. */
export const linkTries = { tries: 600, seconds: 600 }
export const wrongLinks = [429, 'thirty wrong links in ten minutes'] as const
