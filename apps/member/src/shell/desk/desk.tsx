/** The parts of the frame that only the desktop layout has. */
export { Footer } from './footer.tsx'
export { TopBar } from './top-bar.tsx'
