import type { PackageSize } from './charged-weight.ts'

/** The sizes of packages as people write them, `8 x 60 x 45 x 40; 2 x 30 x 30 x 30`. Undefined where it is not readable. */
export function readSizes(text: string): PackageSize[] | undefined {
  const parts = text.split(/[;,\n]/).map(part => part.trim())
  const sizes = parts.filter(part => part !== '').map(readSize)
  return sizes.every(size => size !== undefined) ? sizes : undefined
}

function readSize(part: string): PackageSize | undefined {
  const found = /^(\d{1,6})\s*[x×*]\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})$/i.exec(part)
  if (!found) return undefined
  const [count, lengthCm, breadthCm, heightCm] = found.slice(1).map(Number) as [number, number, number, number]
  return { count, lengthCm, breadthCm, heightCm }
}

/** Sizes as people write them. */
export const sizesText = (sizes: readonly PackageSize[]) =>
  sizes.map(one => [one.count, one.lengthCm, one.breadthCm, one.heightCm].join(' × ')).join('; ')

export const SIZES_HINT = 'Packages × length × breadth × height in cm, such as 8 x 60 x 45 x 40; 2 x 30 x 30 x 30'
export const SIZES_FAULT = `Sizes of packages must be like 8 x 60 x 45 x 40, several with ; between`
