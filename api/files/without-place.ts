import type { Metadata } from 'sharp'

/** More pixels than any camera of a phone takes; a picture that unpacks to more is meant to fill the memory. */
const MOST_PIXELS = 120_000_000
const JPEG_QUALITY = 88

/** Thrown for a picture that cannot be read, though it begins like one. */
export class UnreadablePicture extends Error {}

/**
 * Returns a JPEG or PNG turned upright and written anew, so that nothing is left of what the camera wrote beside the
 * picture: the place, the owner, the time, a preview. A PNG without any of that stays as it is. Throws
 * `UnreadablePicture` when it is damaged or far too large.
 */
export async function withoutPlace(bytes: Buffer, mimeType: 'image/jpeg' | 'image/png'): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  try {
    if (mimeType === 'image/png' && isBare(await picture.metadata())) return bytes
    const upright = picture.autoOrient().keepIccProfile()
    return await (mimeType === 'image/png' ? upright.png() : upright.jpeg({ quality: JPEG_QUALITY })).toBuffer()
  } catch {
    throw new UnreadablePicture()
  }
}

const isBare = ({ exif, xmp, iptc, comments, orientation }: Metadata) =>
  !exif && !xmp && !iptc && !comments?.length && (orientation ?? 1) === 1

/** Loaded with the first picture, because it takes memory that a portal without pictures does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No picture is worked on twice.
  sharp.cache(false)
  return sharp
}
