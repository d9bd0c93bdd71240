import type { RefObject } from 'react'

const STYLES = ['fill', 'stroke', 'stroke-width', 'font-family', 'font-size', 'font-weight', 'opacity'] as const
/** A picture has so many pixels for one of the screen, for paper and slides. */
const SHARPNESS = 2
const MARGIN = 16
const TITLE_HEIGHT = 32

/** Saves the chart in an element as a picture with its title, in the colours in which it is seen. */
export async function saveChart(place: RefObject<HTMLElement | null>, title: string): Promise<void> {
  const svg = place.current?.querySelector<SVGSVGElement>('svg.recharts-surface')
  if (!svg) return
  const { width, height } = svg.getBoundingClientRect()
  const picture = document.createElement('canvas')
  picture.width = (width + 2 * MARGIN) * SHARPNESS
  picture.height = (height + 2 * MARGIN + TITLE_HEIGHT) * SHARPNESS
  const pen = picture.getContext('2d')!
  pen.scale(SHARPNESS, SHARPNESS)
  const look = getComputedStyle(place.current!)
  pen.fillStyle = paperBehind(place.current!)
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.fillStyle = look.color
  pen.font = `600 16px ${look.fontFamily}`
  pen.fillText(title, MARGIN, MARGIN + 16)
  pen.drawImage(await drawn(svg, width, height), MARGIN, MARGIN + TITLE_HEIGHT, width, height)
  const link = document.createElement('a')
  link.download = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`
  link.href = picture.toDataURL('image/png')
  link.click()
}

/** The chart as an image that needs no style sheet. */
async function drawn(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[at]!)
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
    element.removeAttribute('style')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

/** The colour on which the chart stands. */
function paperBehind(place: HTMLElement): string {
  for (let element: HTMLElement | null = place; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return '#ffffff'
}
