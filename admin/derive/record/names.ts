/** A text of a reference without its code: `100101 · Sahyadri Biologics` is `Sahyadri Biologics`. */
export const nameIn = (text: string | null | undefined) => text?.replace(/^[^·]+ · /, '') ?? ''

/** A person without their login or code: `Asha Rao · asha` is `Asha Rao`. */
export const personIn = (text: string | null | undefined) => text?.split(' · ')[0] ?? ''

/** The code alone. */
export const codeIn = (text: string | null | undefined) => /^([^·]+) · /.exec(text ?? '')?.[1] ?? ''

/** A customer with the place of the goods, which a ship-to that bears their name says already. */
export function whoAndWhere(customer: string | undefined, shipTo: string | undefined): string {
  const [who, where] = [nameIn(customer), nameIn(shipTo)]
  if (!where || !who) return who || where
  const [first] = who.split(' ')
  return where.startsWith(`${first} `) ? where : `${who}, ${where}`
}
