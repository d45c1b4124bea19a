/**
 * What end hosts of a simulated fabric have in common, whatever they speak; a transport has a room
 * of its own below this one.
 */
package dev.sluice.host;
