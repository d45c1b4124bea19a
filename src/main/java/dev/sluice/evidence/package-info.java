/**
 * What results look like on paper.
 *
 * <p>{@link dev.sluice.evidence.Chart} is a drawing of figures over time: laid out in whole numbers
 * and without asking the machine how wide a letter is, so that {@link
 * dev.sluice.evidence.SvgCanvas} gives the same bytes everywhere. {@link
 * dev.sluice.evidence.PngCanvas} draws the same with the fonts that Java finds.
 */
package dev.sluice.evidence;
